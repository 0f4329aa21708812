import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useZoned } from '../../../ui/moment.tsx'
import { useActionsColumn } from '../actions-column.tsx'
import { useStageWords } from '../stage-words.ts'
import { orderOf } from '../table-order.ts'
import { ListTable, type ListState } from './list-table.tsx'
import type { RowAction } from './row-actions.tsx'
import { RowCard } from './row-card.tsx'

/** What a team has submitted, as far as every stage lists it. */
interface StageRow {
  id: string
  number: string | null
  team: { name: string }
  isOwnActivity: boolean
}

interface StageTableProps<Row extends StageRow, Column extends string> extends ListState<Row> {
  list: readonly Row[]
  columns: readonly Column[]
  /** Each column as far as it differs from plain text. */
  looks: Record<Column, TableColumnType<Row>>
  /** Columns whose heading names the time zone. */
  moments: readonly Column[]
  query: URLSearchParams
  t: (key: `column.${Column}` | 'none' | 'selectPage') => string
  actionsOf: (row: Row) => RowAction[]
  /** A row on a phone; its actions are added. */
  renderCard?: (row: Row) => ReactNode
  onOpen?: (row: Row) => void
  /** The order without one in the address. */
  usualSort?: string
}

const nameOf = ({ number, team }: StageRow): string => number ?? team.name

export const StageTable = <Row extends StageRow, Column extends string>(props: StageTableProps<Row, Column>) => {
  const {
    list,
    columns,
    looks,
    moments,
    query,
    t,
    actionsOf,
    renderCard,
    onOpen,
    usualSort = '-submittedAt',
    ...standing
  } = props
  const zoned = useZoned()
  const { stage } = useStageWords()
  const actionsColumn = useActionsColumn()
  const sort = query.get('sort') ?? usualSort
  return (
    <ListTable<Row>
      {...standing}
      list={list}
      rowKey="id"
      none={t('none')}
      isFixed={({ isOwnActivity }) => isOwnActivity}
      selectLabel={(row) => (row.isOwnActivity ? stage('ownActivity.why') : stage('select', { name: nameOf(row) }))}
      selectPageLabel={t('selectPage')}
      {...(onOpen && { onOpen })}
      {...(renderCard && {
        renderCard: (row) => (
          <RowCard name={nameOf(row)} actions={actionsOf(row)}>
            {renderCard(row)}
          </RowCard>
        ),
      })}
      columns={[
        ...columns.map((name) => ({
          ...looks[name],
          key: name,
          dataIndex: name,
          title: moments.includes(name) ? zoned(t(`column.${name}`)) : t(`column.${name}`),
          sortOrder: orderOf(sort, name),
          // The default is the latest first; the next click reverses it.
          sortDirections:
            name === 'submittedAt' ? ['descend' as const, 'ascend' as const] : ['ascend' as const, 'descend' as const],
        })),
        actionsColumn<Row>(nameOf, actionsOf),
      ]}
    />
  )
}
