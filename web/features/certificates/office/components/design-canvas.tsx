import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import { pageMeasures, type Box } from '@lectern/contract/certificates/certificate-values.ts'
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { nudge, onPage, snap, type Guides } from '../design-edits.ts'
import { useCertificateWords } from '../certificate-words.ts'
import styles from './design-canvas.module.css'

interface Drag {
  id: string
  mode: 'move' | 'resize'
  /** Where the pointer and the box were when it began. */
  from: { x: number; y: number }
  box: Box
}

interface DesignCanvasProps {
  design: CertificateDesign
  selected: string | undefined
  nameOf: (element: DesignElement) => string
  onSelect: (id: string | undefined) => void
  /** `about`: changes in a row that are one step. */
  onPlace: (id: string, box: Box, about: string) => void
  onRemove: (id: string) => void
  /** The page below the boxes. */
  children: ReactNode
}

/** Boxes over the page, which are dragged, resized and moved by keys. */
export const DesignCanvas = (props: DesignCanvasProps) => {
  const { design, selected, nameOf, onSelect, onPlace, onRemove, children } = props
  const { t } = useCertificateWords()
  const page = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [guides, setGuides] = useState<Guides>({ x: undefined, y: undefined })
  const { width, height } = pageMeasures(design.page)
  const millimetres = (pixels: number): number => (pixels * width) / page.current!.clientWidth
  const begin = (event: PointerEvent<HTMLElement>, element: DesignElement, mode: Drag['mode']): void => {
    event.stopPropagation()
    onSelect(element.id)
    // The first touch may also be the beginning of scrolling.
    if (event.pointerType === 'touch' && selected !== element.id) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y, width: w, height: h } = element
    setDrag({ id: element.id, mode, from: { x: event.clientX, y: event.clientY }, box: { x, y, width: w, height: h } })
  }
  const move = (event: PointerEvent): void => {
    if (!drag) return
    const [dx, dy] = [millimetres(event.clientX - drag.from.x), millimetres(event.clientY - drag.from.y)]
    const { box } = drag
    const about = `${drag.mode} ${drag.id}`
    if (drag.mode === 'resize')
      return onPlace(drag.id, onPage(design, { ...box, width: box.width + dx, height: box.height + dy }), about)
    const moved = { ...box, x: box.x + dx, y: box.y + dy }
    // Alt places freely.
    const snapped = event.altKey
      ? { box: onPage(design, moved), guides: { x: undefined, y: undefined } }
      : snap(design, drag.id, moved)
    setGuides(snapped.guides)
    onPlace(drag.id, snapped.box, about)
  }
  const end = (): void => {
    setDrag(undefined)
    setGuides({ x: undefined, y: undefined })
  }
  const onKeyDown = (event: KeyboardEvent, element: DesignElement): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return onRemove(element.id)
    }
    const box = nudge(element, event.key, event)
    if (!box) return
    event.preventDefault()
    onPlace(
      element.id,
      onPage(design, { x: box.x, y: box.y, width: box.width, height: box.height }),
      `keys ${element.id}`,
    )
  }
  const place = (box: Box): CSSProperties => ({
    left: `${((box.x + box.width / 2) / width) * 100}%`,
    top: `${((box.y + box.height / 2) / height) * 100}%`,
    width: `${(box.width / width) * 100}%`,
    height: `${(box.height / height) * 100}%`,
  })
  return (
    <div
      ref={page}
      className={styles.page}
      style={{ aspectRatio: `${width} / ${height}`, background: design.page.paper }}
      role="group"
      aria-label={t('design.page')}
      onPointerDown={() => onSelect(undefined)}
    >
      {children}
      {design.elements.map((element) => (
        <button
          key={element.id}
          type="button"
          className={styles.box}
          data-place={element.kind === 'stamp' && element.file === null ? 'empty' : undefined}
          style={place(element)}
          aria-pressed={selected === element.id}
          aria-label={nameOf(element)}
          title={nameOf(element)}
          onFocus={() => onSelect(element.id)}
          onPointerDown={(event) => begin(event, element, 'move')}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          onKeyDown={(event) => onKeyDown(event, element)}
        >
          {selected === element.id && (
            <span
              className={styles.handle}
              aria-hidden="true"
              onPointerDown={(event) => begin(event, element, 'resize')}
              onPointerMove={move}
              onPointerUp={end}
              onPointerCancel={end}
            />
          )}
        </button>
      ))}
      {guides.x !== undefined && <span className={styles.upright} style={{ left: `${(guides.x / width) * 100}%` }} />}
      {guides.y !== undefined && <span className={styles.level} style={{ top: `${(guides.y / height) * 100}%` }} />}
    </div>
  )
}
