import { Button } from 'antd'
import { useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { ChevronIcon, Icon } from '../../../ui/icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { Side } from '../arrangement.ts'
import styles from './ordered-list.module.css'

interface OrderedListProps<Id extends string, Item extends { id: Id }> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** Absent: the order is fixed. */
  onPlace?: ((id: Id, side: Side, target: Id) => void) | undefined
  children: (item: Item) => ReactNode
}

interface Drop {
  target: string
  side: Side
}

const sideOf = ({ clientY, currentTarget }: DragEvent<HTMLElement>): Side => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2 ? 'before' : 'after'
}

const moveOf = (id: string, direction: string): string => `${direction} ${id}`

/** A list that can be sorted by dragging, and by buttons for keyboard and touch. */
export const OrderedList = <Id extends string, Item extends { id: Id }>(props: OrderedListProps<Id, Item>) => {
  const { label, items, nameOf, onPlace, children } = props
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<Id>()
  const [drop, setDrop] = useState<Drop>()
  const [moved, setMoved] = useState<Id>()
  const pressed = useRef<string>(undefined)

  useLayoutEffect(() => {
    // Moving an element in the document removes its focus, so restore it.
    if (pressed.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
    pressed.current = undefined
  })

  const place = (id: Id, side: Side, target: Id): void => {
    setMoved(id)
    onPlace?.(id, side, target)
  }
  const endDrag = (): void => {
    setDragged(undefined)
    setDrop(undefined)
  }
  const buttonOf = (item: Item, direction: 'up' | 'down', neighbour: Item | undefined) => (
    <Button
      size="small"
      type="text"
      className={styles.move!}
      data-direction={direction}
      data-move={moveOf(item.id, direction)}
      // Not disabled, so that the focus stays at the end of the list.
      aria-disabled={neighbour === undefined}
      aria-label={intl.formatMessage({ id: `office.arrange.${direction}` }, { name: nameOf(item) })}
      icon={<ChevronIcon />}
      onClick={() => {
        if (!neighbour) return
        pressed.current = moveOf(item.id, direction)
        place(item.id, direction === 'up' ? 'before' : 'after', neighbour.id)
      }}
    />
  )
  const dropOn = ({ id }: Item) => ({
    onDragOver: (event: DragEvent<HTMLElement>): void => {
      if (dragged === undefined) return
      event.preventDefault()
      const side = sideOf(event)
      if (drop?.target !== id || drop.side !== side) setDrop({ target: id, side })
    },
    onDrop: (event: DragEvent<HTMLElement>): void => {
      event.preventDefault()
      if (dragged !== undefined) place(dragged, sideOf(event), id)
      endDrag()
    },
  })
  const position = items.findIndex(({ id }) => id === moved)
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          <li
            key={item.id}
            className={styles.row}
            data-dragged={item.id === dragged || undefined}
            data-drop={drop && drop.target === item.id && item.id !== dragged ? drop.side : undefined}
            {...dropOn(item)}
          >
            {onPlace && (
              <span
                className={styles.handle}
                draggable
                aria-hidden="true"
                title={intl.formatMessage({ id: 'office.arrange.drag' })}
                onDragStart={({ dataTransfer, currentTarget }) => {
                  dataTransfer.effectAllowed = 'move'
                  dataTransfer.setData('text/plain', item.id)
                  dataTransfer.setDragImage(currentTarget.closest('li')!, 16, 16)
                  setDragged(item.id)
                }}
                onDragEnd={endDrag}
              >
                <Icon>
                  <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
                </Icon>
              </span>
            )}
            <div className={styles.content}>{children(item)}</div>
            {onPlace && (
              <div className={styles.moves}>
                {buttonOf(item, 'up', items[index - 1])}
                {buttonOf(item, 'down', items[index + 1])}
              </div>
            )}
          </li>
        ))}
      </ol>
      <div role="status" className="visually-hidden">
        {position >= 0 && (
          <FormattedMessage
            id="office.arrange.moved"
            values={{ name: nameOf(items[position]!), position: position + 1, total: items.length }}
          />
        )}
      </div>
    </>
  )
}
