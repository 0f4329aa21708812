import { Descriptions, Space } from 'antd'
import type { ReactNode } from 'react'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { WorkDossier } from '@lectern/contract/works/work-office.ts'
import { Link } from '../../../../router/link.tsx'
import { useIntl } from '../../../../ui/intl.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Phone } from '../../../../ui/phone.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { receiptUrl } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import { WorkState } from './work-state.tsx'
import styles from './work-dossier.module.css'

/** How a work stands. */
export const WorkFacts = ({ dossier: { work, province, school, notifyAt } }: { dossier: WorkDossier }) => {
  const { t, region, takeBackUntil } = useWorkWords()
  const { activity, team, state, submittedAt, decidedAt, reason, resubmitBy, closesAt, isExtended } = work
  const at = (moment: string | null) => moment && <Moment value={moment} withZone timeZone={activity.timeZone} />
  const facts: [key: IdAfter<'office.works.column.'>, shown: ReactNode][] = [
    [
      'state',
      <Space key="state" wrap size={4}>
        <WorkState state={state} />
        {notifyAt && <small>{takeBackUntil(notifyAt)}</small>}
      </Space>,
    ],
    [
      'activity',
      <span key="activity" lang={activity.locale}>
        {withNote(activity.locale, activity.name, activity.code)}
      </span>,
    ],
    ['team', team.name],
    ['school', school],
    ['province', region(province)],
    ['submittedAt', at(submittedAt)],
    ['decidedAt', at(decidedAt)],
    [
      'reason',
      reason && (
        <span key="reason" className="break-anywhere pre-line">
          {reason}
        </span>
      ),
    ],
    ['resubmitBy', at(resubmitBy)],
    [isExtended ? 'extendedUntil' : 'closesAt', at(closesAt)],
  ]
  return (
    <Descriptions
      size="small"
      column={1}
      items={facts
        .filter(([, content]) => content !== null && content !== '')
        .map(([key, content]) => ({ key, label: t(`column.${key}`), children: content }))}
    />
  )
}

/** Every submission, with what differs from the one before. */
export const VersionList = ({ dossier: { work, versions } }: { dossier: WorkDossier }) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  return (
    <ol className={styles.list}>
      {versions.map(({ number, at, by, isLate, changed, hash }) => (
        <li key={number}>
          <strong>{t('submission', { submission: number })}</strong>
          <Moment value={at} timeZone={work.activity.timeZone} />
          {isLate && <StateTag tone="waiting">{t('mark.late')}</StateTag>}
          <span>{by ?? intl.formatMessage({ id: 'office.audit.gone' })}</span>
          {changed.length > 0 && <span>{t('changed', { labels: intl.formatList(changed) })}</span>}
          <code className={styles.hash} title={hash}>
            {hash.slice(0, 16)}…
          </code>
          <a href={receiptUrl(work.id, number)} download>
            {t('receipt')}
          </a>
        </li>
      ))}
      {versions.length === 0 && <li>{t('noVersions')}</li>}
    </ol>
  )
}

/** What has happened, the first first. */
export const WorkHistory = ({ work: { id, events, activity } }: Pick<WorkDossier, 'work'>) => {
  const intl = useIntl()
  const { t } = useWorkWords()
  return (
    <>
      <ol className={styles.list}>
        {events.map(({ at, kind, state, by, reason, submission }) => (
          <li key={`${at} ${state}`}>
            <Moment value={at} timeZone={activity.timeZone} />
            {kind === 'takeBack' ? <StateTag tone="quiet">{t('takenBack')}</StateTag> : <WorkState state={state} />}
            {submission !== null && <span>{t('submission', { submission })}</span>}
            <span>{by ?? intl.formatMessage({ id: 'office.audit.gone' })}</span>
            {reason && <span className={styles.reason}>{reason}</span>}
          </li>
        ))}
        {events.length === 0 && <li>{t('noVersions')}</li>}
      </ol>
      <Link to={`/Admin/Audit?subjectKind=work&subjectId=${id}`}>{t('log')}</Link>
    </>
  )
}

/** Who made it, and how they are reached. */
export const ContactList = ({ dossier: { contacts } }: { dossier: WorkDossier }) => {
  const { t } = useWorkWords()
  return (
    <ul className={styles.list}>
      {contacts.map(({ uid, name, role, email, phone }) => (
        <li key={uid}>
          <Link to={`/Admin/Member?id=${uid}`}>{name}</Link>
          <span>{t(`role.${role}`)}</span>
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {phone && <Phone value={phone} />}
        </li>
      ))}
    </ul>
  )
}
