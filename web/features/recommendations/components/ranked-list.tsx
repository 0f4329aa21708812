import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { placeByKey, placeUnder } from '../ranked-order.ts'
import { DownIcon, GripIcon, UpIcon } from './icons.tsx'
import styles from './ranked-list.module.css'

interface RankedListProps<Item extends { id: string }> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** Absent: the order is fixed. */
  onMove?: ((id: string, place: number) => void) | undefined
  children: (item: Item, rank: number) => ReactNode
}

interface Drag {
  id: string
  /** Where the row would be after dropping, counted from 0. */
  place: number
  /** How far the pointer has moved, scrolling included. */
  distance: number
}

/** The page scrolls while a row is held this near to the edge of the screen. */
const edgePixels = 72
const scrollPixels = 12

const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(':scope > li')]

/** Dragging by mouse, pen and finger; the row is put down where the line is, or stays on Escape. */
const useDrag = (list: RefObject<HTMLOListElement | null>, onDrop: (id: string, place: number) => void) => {
  const [drag, setDrag] = useState<Drag>()
  const held = useRef<{ id: string; from: number; startY: number; y: number }>(undefined)

  const look = (): void => {
    const now = held.current
    if (!now || !list.current) return
    const rows = rowsIn(list.current).map((row) => row.getBoundingClientRect())
    setDrag({
      id: now.id,
      place: placeUnder(rows, now.from, now.y),
      distance: now.y + scrollY - now.startY,
    })
  }
  const end = (): void => {
    held.current = undefined
    setDrag(undefined)
  }

  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return undefined
    const timer = setInterval(() => {
      const y = held.current?.y
      if (y === undefined) return
      if (y < edgePixels) scrollBy(0, -scrollPixels)
      else if (y > innerHeight - edgePixels) scrollBy(0, scrollPixels)
    }, 16)
    const cancel = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      held.current = undefined
      setDrag(undefined)
    }
    addEventListener('keydown', cancel)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', cancel)
    }
  }, [isDragging])

  const handlersOf = (id: string, from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { id, from, startY: event.clientY + scrollY, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!held.current) return
      held.current.y = event.clientY
      look()
    },
    onPointerUp: (): void => {
      if (drag && held.current && drag.place !== from) onDrop(id, drag.place)
      end()
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
  })
  return { drag, handlersOf }
}

/**
 * A ranking: sorted by dragging, by the keys of the handle, and by buttons, for every kind of hand. What moves is announced, and the
 * focus stays on it.
 */
export const RankedList = <Item extends { id: string }>(props: RankedListProps<Item>) => {
  const { label, items, nameOf, onMove, children } = props
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const [movedId, setMovedId] = useState<string>()
  const pressed = useRef<string>(undefined)
  const total = items.length

  const move = (id: string, place: number, control?: string): void => {
    if (items[place]?.id === id) return
    pressed.current = control
    setMovedId(id)
    onMove?.(id, place)
  }
  const { drag, handlersOf } = useDrag(list, move)

  useLayoutEffect(() => {
    // A row that moves in the document loses its focus.
    if (pressed.current === undefined) return
    const control = list.current?.querySelector<HTMLElement>(`[data-control="${pressed.current}"]`)
    pressed.current = undefined
    control?.focus({ preventScroll: true })
    control?.scrollIntoView({ block: 'nearest' })
  })

  const onKeyDown = (event: KeyboardEvent, id: string, place: number, control: string): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = placeByKey(event.key, place, total)
    if (target === undefined) return
    event.preventDefault()
    move(id, target, control)
  }
  const controlOf = (item: Item, place: number, kind: 'up' | 'down') => {
    const control = `${kind} ${item.id}`
    const target = place + (kind === 'up' ? -1 : 1)
    return (
      <button
        type="button"
        className={styles.move}
        data-control={control}
        // Not disabled, so that the focus stays at the end of the list.
        aria-disabled={target < 0 || target >= total || undefined}
        aria-label={intl.formatMessage({ id: `recommendation.rank.${kind}` }, { name: nameOf(item) })}
        onClick={() => {
          if (target >= 0 && target < total) move(item.id, target, control)
        }}
        onKeyDown={(event) => onKeyDown(event, item.id, place, control)}
      >
        {kind === 'up' ? <UpIcon /> : <DownIcon />}
      </button>
    )
  }
  const dropOf = (id: string, place: number): 'before' | 'after' | undefined => {
    if (!drag || drag.id === id) return undefined
    const from = items.findIndex((item) => item.id === drag.id)
    if (drag.place === from) return undefined
    if (place === drag.place) return drag.place > from ? 'after' : 'before'
    return undefined
  }
  const position = items.findIndex(({ id }) => id === movedId)
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label} data-dragging={drag ? true : undefined}>
        {items.map((item, place) => (
          <li
            key={item.id}
            className={styles.row}
            data-dragged={item.id === drag?.id || undefined}
            data-drop={dropOf(item.id, place)}
            style={item.id === drag?.id ? ({ '--dragged': `${drag.distance}px` } as object) : undefined}
          >
            {onMove && (
              <button
                type="button"
                className={styles.handle}
                data-control={`handle ${item.id}`}
                title={intl.formatMessage({ id: 'recommendation.rank.drag' })}
                aria-label={intl.formatMessage(
                  { id: 'recommendation.rank.handle' },
                  { name: nameOf(item), position: place + 1, total },
                )}
                onKeyDown={(event) => onKeyDown(event, item.id, place, `handle ${item.id}`)}
                {...handlersOf(item.id, place)}
              >
                <GripIcon />
              </button>
            )}
            <span className={styles.rank} aria-hidden="true">
              {place + 1}
            </span>
            <div className={styles.content}>{children(item, place + 1)}</div>
            {onMove && (
              <div className={styles.moves}>
                {controlOf(item, place, 'up')}
                {controlOf(item, place, 'down')}
              </div>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {position >= 0 &&
          intl.formatMessage(
            { id: 'recommendation.rank.moved' },
            { name: nameOf(items[position]!), position: position + 1, total },
          )}
      </p>
    </>
  )
}
