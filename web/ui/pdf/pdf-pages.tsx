import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import type { Box } from './hit-boxes.ts'
import { pageAt, pageMargin, type Size, type Zoom } from './page-scale.ts'
import { PdfPage, type Mark } from './pdf-page.tsx'
import type { OpenedPdf } from './use-pdf.ts'
import styles from './pdf-pages.module.css'

export interface PagesHandle {
  showPage: (number: number) => void
  /** Scrolls to a place of a page if it is not in view. */
  showBox: (page: number, box: Box) => void
  focus: () => void
}

interface PdfPagesProps {
  opened: OpenedPdf
  /** Accessible name. */
  label: string
  pageLabel: (number: number) => string
  zoom?: Zoom
  marks?: ReadonlyMap<number, readonly Mark[]>
  startPage?: number | undefined
  /** Called with the page in the middle of the view. */
  onPage?: ((number: number) => void) | undefined
  /** Called with the size of the view, in pixels. */
  onView?: ((view: Size) => void) | undefined
  handle?: Ref<PagesHandle>
}

/** What stands at the upper edge of the view: a page, and how much of it is above; and at its middle, from the left. */
interface Anchor {
  page: number
  above: number
  middle: number
}

const noMarks: readonly Mark[] = []

const pagesOf = (view: HTMLElement): HTMLElement[] => [...view.children] as HTMLElement[]

const anchorOf = (view: HTMLElement): Anchor => {
  const pages = pagesOf(view)
  const page = pageAt(
    pages.map(({ offsetTop }) => offsetTop),
    view.scrollTop + pageMargin,
  )
  const { offsetTop, offsetHeight } = pages[page - 1]!
  return {
    page,
    above: (view.scrollTop + pageMargin - offsetTop) / (offsetHeight || 1),
    middle: (view.scrollLeft + view.clientWidth / 2) / (view.scrollWidth || 1),
  }
}

/** The pages of a document, one below the other. */
export const PdfPages = (props: PdfPagesProps): ReactNode => {
  const { opened, label, pageLabel, zoom = 'width', marks, startPage = 1, onPage, onView, handle } = props
  const { pdf, size } = opened
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Size>({ width: 0, height: 0 })
  const anchor = useRef<Anchor>({ page: Math.min(startPage, pdf.numPages), above: 0, middle: 0.5 })
  const tellView = useEffectEvent((next: Size) => onView?.(next))
  useEffect(() => {
    const element = place.current!
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight }
      setView((last) => (last.width === next.width && last.height === next.height ? last : next))
      tellView(next)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // What is read stays where it is when the size of pages changes.
  useLayoutEffect(() => {
    const element = place.current!
    const page = pagesOf(element)[anchor.current.page - 1]
    if (!page || view.width === 0) return
    const { above, middle } = anchor.current
    element.scrollTop = page.offsetTop - pageMargin + above * page.offsetHeight
    element.scrollLeft = middle * element.scrollWidth - element.clientWidth / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the sizes of pages follow from these
  }, [zoom, view.width, view.height])
  useImperativeHandle(handle, () => ({
    showPage: (number) => {
      const element = place.current!
      const page = pagesOf(element)[Math.min(number, pdf.numPages) - 1]
      if (page) element.scrollTop = page.offsetTop - pageMargin
    },
    showBox: (number, box) => {
      const element = place.current!
      const page = pagesOf(element)[number - 1]
      if (!page) return
      const top = page.offsetTop + (box.top / 100) * page.offsetHeight
      const left = page.offsetLeft + (box.left / 100) * page.offsetWidth
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
      if (top < scrollTop + pageMargin || top > scrollTop + clientHeight - 4 * pageMargin)
        element.scrollTop = top - clientHeight / 3
      if (left < scrollLeft || left > scrollLeft + clientWidth - 4 * pageMargin)
        element.scrollLeft = left - clientWidth / 3
    },
    focus: () => place.current?.focus(),
  }))
  const scroll = (element: HTMLElement): void => {
    anchor.current = anchorOf(element)
    onPage?.(
      pageAt(
        pagesOf(element).map(({ offsetTop }) => offsetTop),
        element.scrollTop + element.clientHeight / 2,
      ),
    )
  }
  return (
    <div
      ref={place}
      className={styles.pages}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => scroll(currentTarget)}
    >
      {view.width > 0 &&
        Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage
            key={index}
            pdf={pdf}
            number={index + 1}
            label={pageLabel(index + 1)}
            zoom={zoom}
            view={view}
            usualSize={size}
            marks={marks?.get(index + 1) ?? noMarks}
          />
        ))}
    </div>
  )
}
