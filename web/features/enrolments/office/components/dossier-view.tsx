import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Card, Descriptions, Space } from 'antd'
import type { ReactNode } from 'react'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { Dossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import { Link } from '../../../../router/link.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { AnswerList } from './answer-list.tsx'
import { EnrolmentState } from './enrolment-state.tsx'
import { PeopleTable, SnapshotTable } from './people-table.tsx'
import styles from './dossier-view.module.css'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

const Facts = ({ dossier: { enrolment, inGrace, province, notifyAt } }: { dossier: Dossier }) => {
  const { t, region, takeBackUntil } = useEnrolmentWords()
  const { activity, team, submittedAt, decidedAt, resubmitBy, closesAt, isExtended, reason } = enrolment
  const at = (moment: string | null) => moment && <Moment value={moment} withZone timeZone={activity.timeZone} />
  const facts: [key: IdAfter<'office.enrolments.column.'>, shown: ReactNode][] = [
    [
      'state',
      <Space key="state" wrap size={4}>
        <EnrolmentState state={enrolment.state} />
        {inGrace && <StateTag tone="waiting">{t('inGrace')}</StateTag>}
        {notifyAt && <span className={styles.screen}>{takeBackUntil(notifyAt)}</span>}
      </Space>,
    ],
    [
      'activity',
      <span key="activity" lang={activity.locale}>
        {withNote(activity.locale, activity.name, activity.code)}
      </span>,
    ],
    ['team', team.name],
    ['slogan', team.slogan],
    ['province', region(province)],
    ['submittedAt', at(submittedAt)],
    ['decidedAt', at(decidedAt)],
    ['reason', reason],
    ['resubmitBy', at(resubmitBy)],
    [isExtended ? 'extendedUntil' : 'closesAt', at(closesAt)],
  ]
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 1, md: 2 }}
      items={facts
        .filter(([, content]) => content !== null && content !== '')
        .map(([key, content]) => ({ key, label: t(`column.${key}`), children: content }))}
    />
  )
}

/** Events, the oldest first. */
const History = ({ enrolment: { id, events, activity } }: Pick<Dossier, 'enrolment'>) => {
  const intl = useIntl()
  const { t } = useEnrolmentWords()
  return (
    <>
      <ol className={styles.history}>
        {events.map(({ at, kind, state, by, reason, submission, changed }) => (
          <li key={`${at} ${state}`}>
            <Moment value={at} timeZone={activity.timeZone} />
            {kind === 'takeBack' ? (
              <StateTag tone="quiet">{t('takenBack')}</StateTag>
            ) : (
              <EnrolmentState state={state} />
            )}
            {submission !== null && submission > 1 && <span>{t('submission', { submission })}</span>}
            {changed !== null && changed.length > 0 && (
              <span>{t('changed', { labels: intl.formatList(changed) })}</span>
            )}
            <span>{by ?? intl.formatMessage({ id: 'office.audit.gone' })}</span>
            {reason && <span className={`break-anywhere pre-line ${styles.reason}`}>{reason}</span>}
          </li>
        ))}
        {events.length === 0 && <li>{t('noHistory')}</li>}
      </ol>
      <Link className={styles.screen} to={`/Admin/Audit?subjectKind=enrolment&subjectId=${id}`}>
        {t('log')}
      </Link>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card size="small" title={<h2 className={styles.title}>{title}</h2>}>
    {children}
  </Card>
)

interface DossierViewProps {
  dossier: Dossier
  /** The decision buttons. */
  decision: ReactNode
  /** Further actions for the team. */
  children?: ReactNode
}

/** Everything about one enrolment, also for printing. */
export const DossierView = ({ dossier, decision, children }: DossierViewProps) => {
  const { t } = useEnrolmentWords()
  const { enrolment, snapshot } = dossier
  return (
    <div className={styles.dossier}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <div className={`${styles.screen} ${styles.decision}`}>{decision}</div>
        {enrolment.amendment && enrolment.state === 'submitted' && (
          <Alert type="info" showIcon title={t('amended')} description={t('amended.about')} />
        )}
        <Card size="small">
          <Facts dossier={dossier} />
        </Card>
        <Part title={t('answers')}>
          <AnswerList enrolment={enrolment} />
        </Part>
        <Part title={t('people')}>
          <PeopleTable dossier={dossier} />
        </Part>
        {snapshot && (
          <Part title={t('snapshot', { name: snapshot.name })}>
            <SnapshotTable snapshot={snapshot} />
          </Part>
        )}
        <Part title={t('history')}>
          <History enrolment={enrolment} />
        </Part>
        {children && <div className={styles.screen}>{children}</div>}
      </Space>
    </div>
  )
}
