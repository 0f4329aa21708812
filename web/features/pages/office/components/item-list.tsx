import { Button } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { ChevronIcon } from '../../../../ui/icons.tsx'
import { useEditorWords } from '../editor-words.ts'
import { movedItem, type Content } from '../section-content.ts'
import styles from './item-list.module.css'

interface ItemListProps {
  label: string
  items: readonly Content[]
  most: number
  /** The first words of an item, to identify it. */
  wordsOf: (item: Content) => string
  /** Creates a new item. */
  blank: () => Content
  onChange: (items: readonly Content[]) => void
  children: (item: Content, position: number) => ReactNode
}

let lastKey = 0
const newKey = (): number => (lastKey += 1)

/** Items have no ids; these keys stay with them while they are moved. */
const useKeys = (count: number) => {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length: count }, newKey))
  if (keys.length === count) return [keys, setKeys] as const
  // The number has changed, for example by restoring a version.
  const renewed = Array.from({ length: count }, (_, position) => keys[position] ?? newKey())
  setKeys(renewed)
  return [renewed, setKeys] as const
}

/** A sortable list of small forms. */
export const ItemList = (props: ItemListProps) => {
  const { label, items, most, wordsOf, blank, onChange, children } = props
  const { t } = useEditorWords()
  const [keys, setKeys] = useKeys(items.length)
  const list = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef<string>(undefined)

  useLayoutEffect(() => {
    // The button that had the focus was moved or removed.
    if (wanted.current === undefined) return
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })

  const move = (from: number, to: number, direction: string): void => {
    if (to < 0 || to >= items.length) return
    wanted.current = `[data-item="${keys[from]}"] [data-direction="${direction}"]`
    setKeys(movedItem(keys, from, to))
    onChange(movedItem(items, from, to))
  }
  const add = (): void => {
    const key = newKey()
    wanted.current = `[data-item="${key}"] :is(input, textarea, [contenteditable])`
    setKeys([...keys, key])
    onChange([...items, blank()])
  }
  const remove = (position: number): void => {
    const neighbour = keys[position + 1] ?? keys[position - 1]
    wanted.current = neighbour === undefined ? '[data-add]' : `[data-item="${neighbour}"] [data-remove]`
    setKeys(keys.toSpliced(position, 1))
    onChange(items.toSpliced(position, 1))
  }
  return (
    <fieldset ref={list} className={`stack-fit gap-12 ${styles.list}`}>
      <legend>{label}</legend>
      {items.map((item, position) => {
        const name = t('item', { number: position + 1, text: wordsOf(item).slice(0, 60) })
        return (
          <div
            key={keys[position]}
            className={`stack-fit gap-12 ${styles.item}`}
            data-item={keys[position]}
            role="group"
            aria-label={name}
          >
            <div className={styles.head}>
              <strong className={styles.name}>{name}</strong>
              {(['up', 'down'] as const).map((direction) => {
                const to = position + (direction === 'up' ? -1 : 1)
                return (
                  <Button
                    key={direction}
                    size="small"
                    type="text"
                    className={styles.move!}
                    data-direction={direction}
                    aria-disabled={to < 0 || to >= items.length}
                    aria-label={t(direction, { name })}
                    icon={<ChevronIcon />}
                    onClick={() => move(position, to, direction)}
                  />
                )
              })}
              <Button
                size="small"
                type="text"
                danger
                data-remove=""
                aria-label={t('removeOf', { name })}
                onClick={() => remove(position)}
              >
                {t('remove')}
              </Button>
            </div>
            {children(item, position)}
          </div>
        )
      })}
      <Button data-add="" disabled={items.length >= most} onClick={add} className={styles.add!}>
        {t('addItem')}
      </Button>
    </fieldset>
  )
}
