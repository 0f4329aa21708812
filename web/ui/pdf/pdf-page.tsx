import { useEffect, useRef, useState } from 'react'
import type { Box } from './hit-boxes.ts'
import { factorOf, sharpnessOf, shownWidth, type Size, type Zoom } from './page-scale.ts'
import type { PdfDocument } from './use-pdf.ts'
import styles from './pdf-pages.module.css'

/** A place that is marked. */
export interface Mark {
  /** Its position among all hits. */
  position: number
  boxes: readonly Box[]
  isCurrent: boolean
}

interface PdfPageProps {
  pdf: PdfDocument
  number: number
  label: string
  zoom: Zoom
  view: Size
  /** Of the first page, until its own is known. */
  usualSize: Size
  marks: readonly Mark[]
}

/** Before and after what is seen, pages are drawn already. */
const nearness = '400px'

const useNearness = (place: { current: HTMLElement | null }): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)!.isIntersecting), {
      root: place.current!.parentElement,
      rootMargin: nearness,
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [place])
  return isNear
}

/** One page, drawn while it is in sight or near. */
export const PdfPage = ({ pdf, number, label, zoom, view, usualSize, marks }: PdfPageProps) => {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useNearness(place)
  const [ownSize, setOwnSize] = useState<Size>()
  const [text, setText] = useState('')
  const size = ownSize ?? usualSize
  const width = shownWidth(size, factorOf(zoom, size, view))
  useEffect(() => {
    const target = canvas.current!
    if (!isNear) {
      // Gives its memory back.
      target.width = 0
      return undefined
    }
    let stop: (() => void) | undefined
    let isCurrent = true
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      if (!isCurrent) return
      const paper = page.getViewport({ scale: 1 })
      setOwnSize((before) => before ?? { width: paper.width, height: paper.height })
      const height = (width * paper.height) / paper.width
      const scale = (width * sharpnessOf({ width, height }, devicePixelRatio)) / paper.width
      const viewport = page.getViewport({ scale })
      // Drawn beside what is seen, which therefore does not flicker.
      const drawn = document.createElement('canvas')
      drawn.width = viewport.width
      drawn.height = viewport.height
      const drawing = page.render({ canvas: drawn, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
      if (!isCurrent) return
      target.width = drawn.width
      target.height = drawn.height
      target.getContext('2d')!.drawImage(drawn, 0, 0)
      const { items } = await page.getTextContent()
      if (isCurrent) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    // A page that cannot be drawn stays empty; the file can be downloaded.
    draw().catch(() => undefined)
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [pdf, number, isNear, width])
  return (
    <div ref={place} className={styles.page} style={{ width, aspectRatio: `${size.width} / ${size.height}` }}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <div className="visually-hidden">{text}</div>
      {marks.flatMap(({ position, boxes, isCurrent }) =>
        boxes.map(({ piece, left, top, width: across, height, angle }) => (
          <span
            key={`${position}-${piece}`}
            className={styles.hit}
            data-current={isCurrent || undefined}
            style={{
              left: `${left}%`,
              top: `${top}%`,
              width: `${across}%`,
              height: `${height}%`,
              transform: angle === 0 ? undefined : `rotate(${angle}rad)`,
            }}
          />
        )),
      )}
    </div>
  )
}
