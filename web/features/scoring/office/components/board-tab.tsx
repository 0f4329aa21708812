import { Alert, Button, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { readBoard, type Board } from '@lectern/contract/review/review-board.ts'
import type { ClosingObstacle } from '@lectern/contract/review/review-values.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { Link } from '../../../../router/link.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { wallTimeOf } from '../../../../ui/wall-time.ts'
import { AssignmentDrawer } from '../../../rounds/office/components/assignment-drawer.tsx'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { defineTab, type RoundTabProps } from '../../../rounds/office/round-tab.ts'
import { progressDays } from '../finished-days.ts'
import { useScoringWords } from '../scoring-words.ts'
import { ExpertProgress } from './expert-progress.tsx'
import { ProgressChart } from './progress-chart.tsx'
import { SheetsDrawer, type ShownWork } from './sheets-drawer.tsx'
import styles from './board.module.css'

const Figure = ({ title, done, all, about }: { title: string; done: number; all: number; about?: string }) => {
  const { intl } = useScoringWords()
  return (
    <section className={styles.figure} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.big}>
        {intl.formatNumber(done)}
        <small> / {intl.formatNumber(all)}</small>
      </p>
      {about && <p className={styles.quiet}>{about}</p>}
    </section>
  )
}

/** Where the board shows what should be done before closing. */
const placeOf = (kind: ClosingObstacle): string => `board-${kind}`

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const WorkName = ({ code, title }: { code: string; title: string }) => (
  <span>
    <code>{code}</code> {title}
  </span>
)

const Panels = ({ round, panels }: { round: Round; panels: Board['panels'] }) => {
  const { t, intl } = useScoringWords()
  return (
    <Section id={placeOf('unsigned')} title={t('panels')}>
      <ul className={styles.list}>
        {panels.map(({ id, name, works, assignments, finished, chair, signedAt }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <br />
              <span style={{ color: 'var(--ink-2)' }}>
                {chair === null ? t('noChair') : t('chairOf', { name: chair })}
                {' · '}
                {t('worksOf', { count: works })}
                {' · '}
                {t('sheetsOf', { finished, count: assignments })}
              </span>
            </span>
            <StateTag tone={signedAt ? 'good' : 'waiting'}>
              {signedAt
                ? t('signedAt', { moment: intl.formatMoment(signedAt, 'dayAndTime', round.timeZone) })
                : t('notSigned')}
            </StateTag>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const BoardTab = ({ client, round, data: board, onChanged }: RoundTabProps<Board>) => {
  const { t, intl, points } = useScoringWords()
  const [openWork, setOpenWork] = useState<ShownWork>()
  const [now] = useState(() => new Date().toISOString())
  const { assignments, finished, works, completeWorks, experts, panels, short, discrepancies } = board
  const [assigned, setAssigned] = useState<ShownWork & { isThird: boolean }>()
  const isFixed = round.state === 'closed' || round.state === 'settled'
  const addExpert = ({ entry, code, title }: ShownWork, isThird: boolean): ReactNode =>
    !isFixed && (
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('addExpertTo', { code })}
        onClick={() => setAssigned({ entry, code, title, isThird })}
      >
        {t('addExpert')}
      </Button>
    )
  const share = assignments > 0 ? finished / assignments : 0
  const dayOf = (moment: string | null): string => wallTimeOf(moment, round.timeZone).slice(0, 10)
  const today = dayOf(now)
  const window = { from: dayOf(round.openedAt ?? round.opensAt), until: dayOf(round.closesAt), today }
  const days = progressDays(board.days, assignments, window)
  const isRunning = round.state === 'open' || round.state === 'paused'
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      {isRunning && board.blocksClosing.length > 0 && (
        <Alert
          type="info"
          title={t('beforeClosing')}
          description={
            <ul style={{ paddingInlineStart: 20, margin: 0, lineHeight: '24px' }}>
              {board.blocksClosing.map(({ kind, text }) => (
                <li key={kind}>
                  {kind === 'openFlags' ? (
                    <Link to={roundAddress(round.id, 'flags')}>{text}</Link>
                  ) : (
                    <a href={`#${placeOf(kind)}`}>{text}</a>
                  )}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {isRunning && board.blocksClosing.length === 0 && <Alert type="success" title={t('nothingBlocks')} />}
      <div className={`stack-fit gap-16 ${styles.figures}`}>
        <div className="stack gap-16">
          <Figure
            title={t('submitted')}
            done={finished}
            all={assignments}
            about={intl.formatNumber(share, { style: 'percent' })}
          />
          <Figure title={t('completeWorks')} done={completeWorks} all={works} about={t('completeWorks.about')} />
        </div>
        <ProgressChart days={days} done={finished} all={assignments} today={today} />
      </div>
      <div id={placeOf('unfinished')}>
        <ExpertProgress client={client} round={round} experts={experts} onChanged={onChanged} />
      </div>
      <div className={styles.columns}>
        {panels.length > 0 && <Panels round={round} panels={panels} />}
        {short.length > 0 && (
          <Section id={placeOf('short')} title={t('short')}>
            <ul className={styles.list}>
              {short.map(({ entry, code, title, missing }) => (
                <li key={entry}>
                  <WorkName code={code} title={title} />
                  <span>{t('missing', { count: missing })}</span>
                  {addExpert({ entry, code, title }, false)}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {discrepancies.length > 0 && (
          <Section id={placeOf('discrepancies')} title={t('discrepancies')}>
            <ul className={styles.list}>
              {discrepancies.map(({ entry, code, title, lowest, highest, hasThird }) => (
                <li key={entry}>
                  <WorkName code={code} title={title} />
                  <span style={{ whiteSpace: 'nowrap' }}>
                    {intl.formatMessage({ id: 'office.range' }, { from: points(lowest), to: points(highest) })}
                  </span>
                  <Button
                    size="small"
                    aria-haspopup="dialog"
                    aria-label={t('sheetsFor', { code })}
                    onClick={() => setOpenWork({ entry, code, title })}
                  >
                    {t('sheets')}
                  </Button>
                  {hasThird ? (
                    <StateTag tone="good">{t('hasThird')}</StateTag>
                  ) : (
                    addExpert({ entry, code, title }, true)
                  )}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      {assigned && (
        <AssignmentDrawer
          client={client}
          round={round}
          work={{ ...assigned, isRemoved: false }}
          isThird={assigned.isThird}
          onChanged={onChanged}
          onClose={() => setAssigned(undefined)}
        />
      )}
      {openWork && (
        <SheetsDrawer
          client={client}
          round={round}
          work={openWork}
          onChanged={onChanged}
          onClose={() => setOpenWork(undefined)}
        />
      )}
    </Space>
  )
}

export const boardTab = defineTab<Board>({
  key: 'board',
  label: 'office.scoring.board',
  load: ({ round, client }) => client(readBoard, { params: { id: round.id } }, { skipErrorHandler: true }),
  component: BoardTab,
  isShown: ({ state }) => state !== 'draft',
})
