import { App, Button, Empty, Space, Table } from 'antd'
import type { ReactNode } from 'react'
import { undoDecision, type ListHead, type ResultDecision, type ResultList } from '@lectern/contract/results/results.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { resultAddress } from '../result-address.ts'
import { defineTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'
import { GroupCounts } from './group-counts.tsx'
import { ListProof } from './list-proof.tsx'
import { ListState } from './list-state.tsx'
import { OpenTies } from './open-ties.tsx'
import { useListName } from './result-head.tsx'
import styles from './overview.module.css'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Who took which step, and when. */
const Timeline = ({ list }: { list: ResultList }) => {
  const { t, intl } = useResultWords()
  const steps = ['computed', 'proposed', 'confirmed', 'publicised', 'finalised', 'announced'] as const
  const isPlanned = (step: (typeof steps)[number]): boolean => step === 'announced' && list.isScheduled
  const current = steps.find((step) => list[step] === null)
  return (
    <ol className={styles.timeline}>
      {steps.map((step) => {
        const by = list[step]
        const isDone = by !== null && !isPlanned(step)
        return (
          <li key={step} data-done={isDone || undefined} aria-current={step === current ? 'step' : undefined}>
            <strong>{t(`timeline.${step}`)}</strong>
            <span>
              {by
                ? [by.name, intl.formatMoment(by.at, 'moment', list.timeZone)].filter(Boolean).join(' · ')
                : t('timeline.open')}
            </span>
            {step === 'confirmed' && list.confirmedAlone && <span>{t('alone', { reason: list.confirmedAlone })}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** All lists, the newest first. */
const Versions = ({ results, list }: Pick<ResultTabProps<null>, 'results' | 'list'>) => {
  const { t } = useResultWords()
  const zoned = useZoned(results.timeZone)
  const size = useTableSize()
  const nameOf = useListName()
  const moment = (value: string | null): ReactNode =>
    value ? <Moment value={value} timeZone={results.timeZone} /> : '–'
  const hasEarlier = ({ number }: ListHead): boolean =>
    results.lists.some((one) => one.number < number && one.publicVersion !== null)
  return (
    <Table<ListHead>
      rowKey="id"
      size={size}
      dataSource={results.lists}
      pagination={results.lists.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
      {...wideTable(results.lists)}
      columns={[
        {
          key: 'name',
          title: t('list'),
          render: (_, one) =>
            one.id === list?.id ? (
              <strong>{nameOf(one)}</strong>
            ) : (
              <Link to={resultAddress(results.id, 'overview', one.id)}>{nameOf(one)}</Link>
            ),
        },
        { key: 'state', title: t('state'), render: (_, one) => <ListState list={one} /> },
        { key: 'computed', title: zoned(t('timeline.computed')), render: (_, one) => moment(one.computedAt) },
        { key: 'publicised', title: zoned(t('timeline.publicised')), render: (_, one) => moment(one.publicisedAt) },
        { key: 'announced', title: zoned(t('timeline.announced')), render: (_, one) => moment(one.announcedAt) },
        {
          key: 'difference',
          title: t('difference'),
          render: (_, one) =>
            hasEarlier(one) ? (
              <Link
                to={resultAddress(results.id, 'difference', one.id)}
                aria-label={`${t('difference.show')} · ${nameOf(one)}`}
              >
                {t('difference.show')}
              </Link>
            ) : (
              '–'
            ),
        },
      ]}
    />
  )
}

/** What organisers have decided beside the rules. */
const Decisions = ({ client, results, onComputing }: ResultTabProps<null>) => {
  const { t, intl } = useResultWords()
  const { modal } = App.useApp()
  const undo = (decision: ResultDecision): void =>
    void modal.confirm({
      title: t('undo.ask'),
      content: t('undo.help'),
      okText: t('undo'),
      onOk: () =>
        client(undoDecision, { params: { id: decision.id } }).then(
          ({ task }) => onComputing(task),
          // The request has shown the reason.
          () => {},
        ),
    })
  return (
    <ul className={`stack gap-12 ${styles.decisions}`}>
      {results.decisions.map((decision) => {
        const { id, kind, reason, by, at, works, prize, undoneAt, may } = decision
        return (
          <li key={id} data-undone={undoneAt !== null || undefined}>
            <div>
              <Space wrap size={[8, 4]}>
                <strong>{t(`decision.${kind}`)}</strong>
                {kind === 'adjustment' && (
                  <span>{prize ? t('decision.prize', { prize: prize.label }) : t('decision.noPrize')}</span>
                )}
                {undoneAt && <StateTag tone="quiet">{t('undone')}</StateTag>}
              </Space>
              <ol className={styles.works} data-ordered={kind === 'tie' || undefined}>
                {works.map(({ work, number, title }) => (
                  <li key={work}>
                    <Link to={`/Admin/Work/${work}`}>{number}</Link> {title}
                  </li>
                ))}
              </ol>
              <p>{t('decision.reason', { reason })}</p>
              <p className="muted">
                {[by, intl.formatMoment(at, 'moment', results.timeZone)].filter(Boolean).join(' · ')}
              </p>
            </div>
            {undoneAt === null && (
              <Button
                size="small"
                aria-haspopup="dialog"
                disabled={may.undo !== null}
                title={may.undo ?? undefined}
                onClick={() => undo(decision)}
              >
                {t('undo')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** How the results stand: the current list, its prizes, what was decided, and all versions. */
const OverviewTab = (props: ResultTabProps<null>) => {
  const { client, results, list, onComputing } = props
  const { t } = useResultWords()
  if (!list)
    return (
      <Empty description={t('overview.none')}>
        <Space wrap>
          <Link to={resultAddress(results.id, 'rules')}>{t('rules')}</Link>
          {results.rounds.length === 0 && <Link to="/Admin/Review">{t('toRounds')}</Link>}
        </Space>
      </Empty>
    )
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Section title={t('progress')}>
        <Timeline list={list} />
        {list.reason && <p style={{ margin: '12px 0 0' }}>{t('list.reason', { reason: list.reason })}</p>}
      </Section>
      <OpenTies client={client} list={list} onComputing={onComputing} />
      <Section title={t('prizes')}>
        <GroupCounts groups={list.groups} />
      </Section>
      {results.decisions.length > 0 && list.supersededBy === null && (
        <Section title={t('decisions')}>
          <Decisions {...props} />
        </Section>
      )}
      <Section title={t('versions')}>
        <Versions results={results} list={list} />
      </Section>
      <ListProof list={list} />
    </Space>
  )
}

export const overviewTab = defineTab<null>({
  key: 'overview',
  label: 'office.results.overview',
  load: () => Promise.resolve(null),
  component: OverviewTab,
})
