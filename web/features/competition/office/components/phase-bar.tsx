import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { OfficePhase } from '@lectern/contract/competition/phases.ts'
import type { PhaseWords } from '../phase-words.ts'
import { daysOf, moved, type Edge, type Scale } from '../timeline-scale.ts'
import styles from './timeline-chart.module.css'

interface PhaseBarProps {
  phase: OfficePhase
  place: string
  scale: Scale
  words: PhaseWords
  onEdit: (phase: OfficePhase) => void
  /** Announces the new times to screen readers. */
  onAnnounce: (text: string) => void
}

interface Drag {
  edge: Edge
  from: number
  width: number
}

/** Arrow keys move the phase by a day; with Shift only its end, with Ctrl only its start. */
const edgeOf = ({ shiftKey, ctrlKey }: KeyboardEvent): Edge => {
  if (shiftKey) return 'end'
  return ctrlKey ? 'start' : 'whole'
}

/** A phase on the timeline. Moving it opens the dialog, which saves it. */
export const PhaseBar = ({ phase, place, scale, words, onEdit, onAnnounce }: PhaseBarProps) => {
  const [pending, setPending] = useState<OfficePhase>()
  const times = pending ?? phase
  const drag = useRef<Drag>(undefined)
  const wasDragged = useRef(false)
  const { t, kindName, moment } = words
  const days = t('range', { from: words.dayOf(times.opensAt), until: words.dayOf(times.closesAt) })
  const range = t('range', { from: moment(times.opensAt), until: moment(times.closesAt) })

  const begin = (event: PointerEvent<HTMLButtonElement>): void => {
    const edge = ((event.target as HTMLElement).dataset['edge'] ?? 'whole') as Edge
    const width = event.currentTarget.parentElement!.clientWidth
    drag.current = { edge, from: event.clientX, width }
    wasDragged.current = false
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drawn = (event: PointerEvent): OfficePhase => {
    const { edge, from, width } = drag.current!
    return moved(phase, edge, daysOf(event.clientX - from, width, scale))
  }
  const pull = (event: PointerEvent): void => {
    if (!drag.current) return
    const next = drawn(event)
    if (next.opensAt !== times.opensAt || next.closesAt !== times.closesAt) wasDragged.current = true
    setPending(next)
  }
  const finish = (event: PointerEvent): void => {
    if (!drag.current) return
    const next = drawn(event)
    drag.current = undefined
    if (next === phase || !wasDragged.current) return
    setPending(undefined)
    onEdit(next)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      setPending(undefined)
      onAnnounce('')
      return
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = moved(times, edgeOf(event), event.key === 'ArrowLeft' ? -1 : 1)
    setPending(next)
    onAnnounce(t('range', { from: moment(next.opensAt), until: moment(next.closesAt) }))
  }
  const open = (): void => {
    // A drag also fires a click.
    if (wasDragged.current) {
      wasDragged.current = false
      return
    }
    setPending(undefined)
    onEdit(times)
  }
  return (
    <button
      type="button"
      className={styles.bar}
      data-standing={phase.standing}
      style={{ left: `${scale.at(times.opensAt)}%`, width: `${scale.at(times.closesAt) - scale.at(times.opensAt)}%` }}
      title={range}
      aria-label={t('bar', {
        kind: kindName(phase.kind),
        place,
        days,
        range,
        standing: t(`standing.${phase.standing}`),
      })}
      aria-describedby="timeline-keys"
      onPointerDown={begin}
      onPointerMove={pull}
      onPointerUp={finish}
      onPointerCancel={() => {
        drag.current = undefined
        setPending(undefined)
      }}
      onKeyDown={press}
      onClick={open}
    >
      <span className={styles.edge} data-edge="start" />
      <span className={styles.range}>
        <span className={styles.days}>{days}</span>
      </span>
      <span className={styles.edge} data-edge="end" />
    </button>
  )
}
