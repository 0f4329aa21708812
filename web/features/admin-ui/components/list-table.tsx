import { Table, type TableColumnType, type TablePaginationConfig } from 'antd'
import { useTableSize } from '../density.ts'
import { writeOrder } from '../table-order.ts'
import { wideTable } from '../wide-table.ts'
import { EmptyList } from './empty-list.tsx'

/** How a list stands: the page it shows, whether another is on its way, its order, and what is selected in it. */
export interface ListState<Item> {
  pages: TablePaginationConfig
  busy: boolean
  onSort: (sort: string | undefined) => void
  selected: readonly Item[]
  onSelect: (items: readonly Item[]) => void
}

interface ListTableProps<Item> extends ListState<Item> {
  list: readonly Item[]
  rowKey: keyof Item & string
  columns: TableColumnType<Item>[]
  /** Says that nothing matches what the list is narrowed to. */
  none: string
  /** Names what a row's box, and the box of the whole page, selects. */
  selectLabel: (item: Item) => string
  selectPageLabel: string
  /** Who may not be selected; absent: all may. */
  isFixed?: (item: Item) => boolean
}

/** A list whose rows are selected over its pages, sorted and paged by its address. */
export const ListTable = <Item extends object>(props: ListTableProps<Item>) => {
  const { list, rowKey, columns, pages, busy, none, onSort, selected, onSelect, selectLabel, selectPageLabel } = props
  const size = useTableSize()
  return (
    <Table<Item>
      rowKey={rowKey}
      size={size}
      loading={busy}
      dataSource={list}
      pagination={pages}
      {...wideTable(list)}
      locale={{ emptyText: <EmptyList noMatch={none} /> }}
      rowSelection={{
        selectedRowKeys: selected.map((item) => item[rowKey] as string),
        preserveSelectedRowKeys: true,
        onChange: (_, rows) => onSelect(rows),
        getCheckboxProps: (item) => ({ disabled: props.isFixed?.(item) ?? false, 'aria-label': selectLabel(item) }),
        getTitleCheckboxProps: () => ({ 'aria-label': selectPageLabel }),
      }}
      onChange={(_, __, sorter, { action }) => {
        if (action === 'sort' && !Array.isArray(sorter)) onSort(writeOrder(String(sorter.columnKey), sorter.order))
      }}
      columns={columns}
    />
  )
}
