import { Alert, Empty, Space, Table, type TableColumnType } from 'antd'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import { readRankings, type ResultList } from '@lectern/contract/results/results.ts'
import { Link } from '../../../../router/link.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { shiftOf } from '../../../scoring/office/ranks.ts'
import { bordersOf, groupOf, prizeAt } from '../borders.ts'
import { defineListTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'
import styles from './rankings.module.css'

type Rankings = AnswerOf<typeof contract.readRankings>
type Ranked = Rankings['list'][number]
type Method = keyof Ranked['ranks']
type Props = ResultTabProps<Rankings> & { list: ResultList }

const methods: readonly Method[] = ['mean', 'trimmed', 'calibrated']

/** The rank by a method, how far it is from that of the list, and whether it would mean another prize. */
const Shifted = ({ row, method, list }: { row: Ranked; method: Method; list: ResultList }) => {
  const { t } = useResultWords()
  const rank = row.ranks[method]
  if (rank === null) return '–'
  const shift = shiftOf(row.rank, rank) ?? 0
  const tiers = groupOf(list.groups, row.group)?.tiers ?? []
  const [now, other] = [prizeAt(tiers, row.rank), prizeAt(tiers, rank)]
  const words = t(shift > 0 ? 'rankings.better' : 'rankings.worse', { count: Math.abs(shift) })
  return (
    <span className={styles.rank}>
      {rank}
      {shift !== 0 && (
        <span className={styles.shift} title={words}>
          <span aria-hidden="true">{`${shift > 0 ? '↑' : '↓'}${Math.abs(shift)}`}</span>
          <span className="visually-hidden">{words}</span>
        </span>
      )}
      {now?.id !== other?.id && (
        <span>
          <StateTag tone="waiting">{other?.label ?? t('noPrize')}</StateTag>
        </span>
      )}
    </span>
  )
}

/** The order by other ways to compute scores, beside that of the list. */
const RankingsTab = ({ list, data: page, pagesOf }: Props) => {
  const { t } = useResultWords()
  const { busy } = useListAddress()
  const size = useTableSize()
  const refused = methods.filter((method) => page.refusals[method] !== null)
  const tiersOf = (row: Ranked) => groupOf(list.groups, row.group)?.tiers ?? []
  const borders = new Map(list.groups.map(({ group, tiers }) => [group?.id ?? '', bordersOf(tiers)]))
  /** The last work of a prize; of tied works the last one on the page. */
  const isBorder = (row: Ranked, at: number): boolean => {
    const next = page.list[at + 1]
    const isLast = next?.rank !== row.rank || next.group?.id !== row.group?.id
    if (!isLast || row.rank === null) return false
    const after = (next && next.group?.id === row.group?.id ? next.rank : null) ?? Infinity
    return [...(borders.get(row.group?.id ?? '')?.keys() ?? [])].some((end) => row.rank! <= end && end < after)
  }
  const group: TableColumnType<Ranked> = {
    key: 'group',
    title: t('group'),
    render: (_, row) => row.group?.label ?? '–',
  }
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <p style={{ margin: 0, maxWidth: '80ch' }}>{t('rankings.about')}</p>
      {refused.map((method) => (
        <Alert
          key={method}
          type="info"
          showIcon
          title={t('rankings.refused', { method: t(`rankings.${method}`) })}
          description={page.refusals[method]}
        />
      ))}
      <Table<Ranked>
        rowKey="work"
        size={size}
        loading={busy}
        dataSource={page.list}
        pagination={pagesOf(page)}
        {...wideTable(page.list)}
        rowClassName={(row, at) => (isBorder(row, at) ? styles.border! : '')}
        locale={{ emptyText: <Empty image={null} description={t('noMatch')} /> }}
        columns={[
          { key: 'rank', title: t('column.rank'), align: 'right', render: (_, { rank }) => rank ?? '–' },
          {
            key: 'work',
            title: t('work'),
            width: 240,
            render: (_, { work, number, title }) => (
              <>
                {title}
                <small style={{ display: 'block' }}>
                  <Link to={`/Admin/Work/${work}`}>{number}</Link>
                </small>
              </>
            ),
          },
          ...(list.rules.group === null ? [] : [group]),
          {
            key: 'prize',
            title: t('rankings.prize'),
            render: (_, row) => prizeAt(tiersOf(row), row.rank)?.label ?? '–',
          },
          ...methods.map((method): TableColumnType<Ranked> => ({
            key: method,
            title: t(`rankings.${method}`),
            render: (_, row) => <Shifted row={row} method={method} list={list} />,
          })),
        ]}
      />
    </Space>
  )
}

const names = ['page', 'pageSize'] as const

export const rankingsTab = defineListTab<Rankings>({
  key: 'rankings',
  label: 'office.results.rankings',
  load: ({ list, query, client }) =>
    client(
      readRankings,
      { params: { id: list.id }, query: pickQuery<QueryInputOf<typeof contract.readRankings>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: RankingsTab,
})
