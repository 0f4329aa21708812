import { Grid, Table, type TableColumnType, type TablePaginationConfig } from 'antd'
import type { ReactNode } from 'react'
import { useTableSize } from '../density.ts'
import { writeOrder } from '../table-order.ts'
import { wideTable } from '../wide-table.ts'
import { EmptyList } from './empty-list.tsx'
import { ListCards } from './list-cards.tsx'
import styles from './list-table.module.css'

/** State of a list: its page, whether another one is loading, sort order and selection. */
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
  /** Text for the case that no item matches the filters. */
  none: string
  /** Accessible names of the checkboxes of a row and of the whole page. */
  selectLabel: (item: Item) => string
  selectPageLabel: string
  /** Rows that cannot be selected; default: none. */
  isFixed?: (item: Item) => boolean
  /** A row on a phone, where the columns would not fit. */
  renderCard?: (item: Item) => ReactNode
  /** A click anywhere in a row opens it. */
  onOpen?: (item: Item) => void
}

/** What does something of its own when it is clicked. */
const ownClicks = 'a, button, input, label, [role="button"], .ant-table-selection-column, .ant-dropdown'

/** A table with a selection across pages; sort order and page are in the address. */
export const ListTable = <Item extends object>(props: ListTableProps<Item>) => {
  const { list, rowKey, columns, pages, busy, none, onSort, selected, onSelect, selectLabel, selectPageLabel } = props
  const { isFixed = () => false, renderCard, onOpen } = props
  const size = useTableSize()
  const { md: hasRoom = false } = Grid.useBreakpoint()
  if (renderCard && !hasRoom)
    return <ListCards {...{ list, rowKey, renderCard, pages, busy, none, selected, onSelect, selectLabel, isFixed }} />
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
        getCheckboxProps: (item) => ({ disabled: isFixed(item), 'aria-label': selectLabel(item) }),
        getTitleCheckboxProps: () => ({ 'aria-label': selectPageLabel }),
      }}
      onChange={(_, __, sorter, { action }) => {
        if (action === 'sort' && !Array.isArray(sorter)) onSort(writeOrder(String(sorter.columnKey), sorter.order))
      }}
      {...(onOpen && {
        rowClassName: styles.opens!,
        onRow: (item: Item) => ({
          onClick: ({ target }) => {
            const isOwn = target instanceof Element && target.closest(ownClicks) !== null
            // Whoever marks words wants to copy them.
            if (!isOwn && getSelection()?.isCollapsed !== false) onOpen(item)
          },
        }),
      })}
      columns={columns}
    />
  )
}
