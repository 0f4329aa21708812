import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useReviewText } from '../review-text.ts'
import { panelHeights } from '../use-panel-height.ts'
import { DownIcon, UpIcon } from './desk-icons.tsx'
import styles from './sheet.module.css'

interface GripProps {
  height: number
  onHeight: (height: number) => void
}

/** Pulls the sheet up and down where it lies below the work: by finger, mouse or arrow keys. */
const Grip = ({ height, onHeight }: GripProps) => {
  const { t } = useReviewText()
  const moved = useRef(false)
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const desk = event.currentTarget.closest('[data-full-height]')?.getBoundingClientRect()
    if (!desk) return
    moved.current = true
    onHeight(((desk.bottom - event.clientY) / desk.height) * 100)
  }
  const press = (event: KeyboardEvent): void => {
    const next = {
      ArrowUp: height + panelHeights.step,
      ArrowDown: height - panelHeights.step,
      Home: panelHeights.max,
      End: panelHeights.min,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onHeight(next)
  }
  const isLow = height < panelHeights.usual / 2
  return (
    <div className={styles.grip}>
      <div
        className={styles.bar}
        role="separator"
        aria-orientation="horizontal"
        aria-label={t('panel.height')}
        aria-valuenow={height}
        aria-valuemin={panelHeights.min}
        aria-valuemax={panelHeights.max}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={t(isLow ? 'panel.open' : 'panel.close')}
        onClick={() => onHeight(isLow ? panelHeights.usual : panelHeights.min)}
      >
        {isLow ? <UpIcon /> : <DownIcon />}
      </button>
    </div>
  )
}

interface SheetPanelProps extends GripProps {
  head: ReactNode
  actions: ReactNode
  children: ReactNode
}

/** The sheet beside the work, or below it on narrow screens. Its head and its actions are always visible. */
export const SheetPanel = ({ head, actions, children, ...grip }: SheetPanelProps) => {
  const { t } = useReviewText()
  return (
    <section className={styles.sheet} aria-label={t('sheet')} style={{ '--pulled': grip.height } as object}>
      <Grip {...grip} />
      <header className={styles.head}>{head}</header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.actions}>{actions}</footer>
    </section>
  )
}

/** The total so far. It moves while somebody types. */
export const Total = ({ points: total, missing, full }: { points: number; missing: number; full: number }) => {
  const { t, points } = useReviewText()
  return (
    <p className={`row ${styles.total}`}>
      <span className="muted small">{t('total')}</span> <output className={styles.sum}>{points(total)}</output>{' '}
      <span className="muted">/ {points(full)}</span>
      {missing > 0 && <span className={`small strong ${styles.missing}`}>{t('missing', { count: missing })}</span>}
    </p>
  )
}
