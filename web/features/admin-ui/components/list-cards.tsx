import { Checkbox, Pagination, Spin } from 'antd'
import type { ReactNode } from 'react'
import { EmptyList } from './empty-list.tsx'
import type { ListState } from './list-table.tsx'
import styles from './list-cards.module.css'

interface ListCardsProps<Item> extends Omit<ListState<Item>, 'onSort'> {
  list: readonly Item[]
  rowKey: keyof Item & string
  renderCard: (item: Item) => ReactNode
  none: string
  selectLabel: (item: Item) => string
  isFixed: (item: Item) => boolean
}

/** A table on a phone: everything that matters of a row, below each other. */
export const ListCards = <Item extends object>(props: ListCardsProps<Item>) => {
  const { list, rowKey, renderCard, pages, busy, none, selected, onSelect, selectLabel, isFixed } = props
  const keyOf = (item: Item): string => item[rowKey] as string
  const isSelected = (item: Item): boolean => selected.some((one) => keyOf(one) === keyOf(item))
  if (list.length === 0) return <EmptyList noMatch={none} />
  return (
    <Spin spinning={busy}>
      <ul className={styles.cards}>
        {list.map((item) => (
          <li key={keyOf(item)} className={styles.card}>
            <Checkbox
              aria-label={selectLabel(item)}
              disabled={isFixed(item)}
              checked={isSelected(item)}
              onChange={({ target }) =>
                onSelect(target.checked ? [...selected, item] : selected.filter((one) => keyOf(one) !== keyOf(item)))
              }
            />
            <div className={styles.content}>{renderCard(item)}</div>
          </li>
        ))}
      </ul>
      <Pagination {...pages} align="center" responsive size="small" />
    </Spin>
  )
}
