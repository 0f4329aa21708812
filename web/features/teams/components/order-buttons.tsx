import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './team-editor.module.css'

interface OrderButtonsProps {
  name: string
  /** Whether it can move up. */
  canRise: boolean
  canSink: boolean
  onMove: (by: -1 | 1) => void
}

const Arrow = ({ down = false }: { down?: boolean }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d={down ? 'm5 8 5 5 5-5' : 'm5 12 5-5 5 5'} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** Moves a row up or down; the arrow keys work while one of the buttons has the focus. */
export const OrderButtons = ({ name, canRise, canSink, onMove }: OrderButtonsProps) => {
  const intl = useIntl()
  const move = (by: -1 | 1): void => {
    if (!(by < 0 ? canRise : canSink)) return
    const focused = document.activeElement
    // Moving a row in the document removes its focus, so restore it.
    flushSync(() => onMove(by))
    if (focused instanceof HTMLElement) focused.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <span className={styles.order} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'team.moveUp' }, { person: name })}
        aria-disabled={!canRise || undefined}
        onClick={() => move(-1)}
      >
        <Arrow />
      </button>
      <button
        type="button"
        aria-label={intl.formatMessage({ id: 'team.moveDown' }, { person: name })}
        aria-disabled={!canSink || undefined}
        onClick={() => move(1)}
      >
        <Arrow down />
      </button>
    </span>
  )
}
