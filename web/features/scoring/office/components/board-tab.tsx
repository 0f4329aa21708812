import { Alert, Button, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Board } from '@lectern/contract/review-board.ts'
import type { Round, RoundWork } from '@lectern/contract/rounds.ts'
import { Columns } from '../../../dashboard/components/charts.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { wallTimeOf } from '../../../admin-ui/moments.ts'
import { listRoundWorks } from '../../../rounds/office/api.ts'
import { AssignmentDrawer } from '../../../rounds/office/components/assignment-drawer.tsx'
import { defineTab, type RoundTabProps } from '../../../rounds/office/round-tab.ts'
import { readBoard } from '../api.ts'
import { everyDay } from '../finished-days.ts'
import { useScoringWords } from '../scoring-words.ts'
import { ExpertProgress } from './expert-progress.tsx'
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

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
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
    <Section title={t('panels')}>
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
  const [shown, setShown] = useState<ShownWork>()
  const { assignments, finished, works, completeWorks, experts, panels, short, discrepancies } = board
  const [assigned, setAssigned] = useState<RoundWork>()
  const assign = async (code: string): Promise<void> => {
    try {
      const { list } = await client(listRoundWorks, { params: { id: round.id }, query: { search: code } })
      setAssigned(list.find((work) => work.code === code))
    } catch {
      // The request has shown the reason.
    }
  }
  const isFixed = round.state === 'closed' || round.state === 'settled'
  const addExpert = (code: string): ReactNode =>
    !isFixed && (
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={t('addExpertTo', { code })}
        onClick={() => void assign(code)}
      >
        {t('addExpert')}
      </Button>
    )
  const share = assignments > 0 ? finished / assignments : 0
  const openedOn = wallTimeOf(round.openedAt ?? undefined, round.timeZone).slice(0, 10)
  const isRunning = round.state === 'open' || round.state === 'paused'
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      {isRunning && board.blocksClosing.length > 0 && (
        <Alert
          type="info"
          title={t('beforeClosing')}
          description={
            <ul style={{ paddingInlineStart: 20, margin: 0 }}>
              {board.blocksClosing.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          }
        />
      )}
      {isRunning && board.blocksClosing.length === 0 && <Alert type="success" title={t('nothingBlocks')} />}
      <div className={styles.figures}>
        <div className={styles.stack}>
          <Figure
            title={t('submitted')}
            done={finished}
            all={assignments}
            about={intl.formatNumber(share, { style: 'percent' })}
          />
          <Figure title={t('completeWorks')} done={completeWorks} all={works} about={t('completeWorks.about')} />
        </div>
        <Columns
          title={t('byDay')}
          unit={t('sheets')}
          head={intl.formatMessage({ id: 'office.dashboard.day' })}
          points={everyDay(board.days, openedOn).map(({ day, finished: count }) => ({
            key: day,
            label: intl.formatMoment(day, 'axisDay', 'UTC'),
            count,
          }))}
        />
      </div>
      <ExpertProgress client={client} round={round} experts={experts} onChanged={onChanged} />
      <div className={styles.columns}>
        {panels.length > 0 && <Panels round={round} panels={panels} />}
        {short.length > 0 && (
          <Section title={t('short')}>
            <ul className={styles.list}>
              {short.map(({ entry, code, title, missing }) => (
                <li key={entry}>
                  <WorkName code={code} title={title} />
                  <span>{t('missing', { count: missing })}</span>
                  {addExpert(code)}
                </li>
              ))}
            </ul>
          </Section>
        )}
        {discrepancies.length > 0 && (
          <Section title={t('discrepancies')}>
            <ul className={styles.list}>
              {discrepancies.map(({ entry, code, title, lowest, highest, hasThird }) => (
                <li key={entry}>
                  <WorkName code={code} title={title} />
                  <span style={{ whiteSpace: 'nowrap' }}>{`${points(lowest)}–${points(highest)}`}</span>
                  <Button
                    size="small"
                    aria-haspopup="dialog"
                    aria-label={t('sheetsFor', { code })}
                    onClick={() => setShown({ entry, code, title })}
                  >
                    {t('sheets')}
                  </Button>
                  {hasThird ? <StateTag tone="good">{t('hasThird')}</StateTag> : addExpert(code)}
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
          work={assigned}
          onChanged={onChanged}
          onClose={() => setAssigned(undefined)}
        />
      )}
      {shown && (
        <SheetsDrawer
          client={client}
          round={round}
          work={shown}
          onChanged={onChanged}
          onClose={() => setShown(undefined)}
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
