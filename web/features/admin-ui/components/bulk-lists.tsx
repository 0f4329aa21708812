import type { ReactNode } from 'react'
import type { Failed } from '../in-turn.ts'

const namesShown = 10

interface NamesProps<Item> {
  items: readonly Item[]
  rowKey: keyof Item & string
  nameOf: (item: Item) => ReactNode
  /** Text for the number of items that are not listed. */
  more: (count: number) => string
}

/** Names of the items that an action will apply to. */
export const Names = <Item,>({ items, rowKey, nameOf, more }: NamesProps<Item>) => (
  <ul style={{ paddingInlineStart: 20 }}>
    {items.slice(0, namesShown).map((item) => (
      <li key={String(item[rowKey])}>{nameOf(item)}</li>
    ))}
    {items.length > namesShown && <li>{more(items.length - namesShown)}</li>}
  </ul>
)

interface FailuresProps<Item> {
  failed: readonly Failed<Item>[]
  rowKey: keyof Item & string
  nameOf: (item: Item) => ReactNode
}

/** Items for which the action failed, with the reasons. */
export const Failures = <Item,>({ failed, rowKey, nameOf }: FailuresProps<Item>) => (
  <ul style={{ paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
    {failed.map(({ item, why }) => (
      <li key={String(item[rowKey])}>
        {nameOf(item)}: {why}
      </li>
    ))}
  </ul>
)
