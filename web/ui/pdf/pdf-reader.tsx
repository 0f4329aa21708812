import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useIntl } from '../intl.tsx'
import { useKeysChoice } from '../keys-choice.ts'
import { Spinner } from '../spinner.tsx'
import { factorOf, steppedZoom, type Size, type Zoom } from './page-scale.ts'
import { PdfPages, type PagesHandle } from './pdf-pages.tsx'
import { PdfSearch } from './pdf-search.tsx'
import { PdfTools } from './pdf-tools.tsx'
import type { ReaderAction } from './reader-keys.ts'
import { useFullScreen } from './use-full-screen.ts'
import { usePdf, type OpenedPdf } from './use-pdf.ts'
import { useReaderKeys } from './use-reader-keys.ts'
import { useTextSearch } from './use-text-search.ts'
import pagesStyles from './pdf-pages.module.css'
import styles from './pdf-reader.module.css'

export interface ReaderHandle {
  showPage: (number: number) => void
}

interface PdfReaderProps {
  src: string
  /** Accessible name. */
  label: string
  /** What is shown if it cannot be loaded; absent: whoever hears of it shows something else. */
  failed?: string
  onFailed?: () => void
  /** Adds to the look. */
  className?: string | undefined
  /** The page that is shown first. */
  startPage?: number | undefined
  /** Called with the page in the middle of the view. */
  onPage?: ((number: number) => void) | undefined
  handle?: Ref<ReaderHandle> | undefined
}

/** The size lasts from one document to the next. */
let chosenZoom: Zoom = 'width'

const OpenReader = ({ opened, ...props }: { opened: OpenedPdf } & PdfReaderProps) => {
  const { label, className = '', startPage = 1, onPage, handle } = props
  const { pdf, size } = opened
  const total = pdf.numPages
  const intl = useIntl()
  const [areKeysOn] = useKeysChoice()
  const place = useRef<HTMLElement>(null)
  const pages = useRef<PagesHandle>(null)
  const pageField = useRef<HTMLInputElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const [page, setPage] = useState(Math.min(startPage, total))
  const [view, setView] = useState<Size>({ width: 0, height: 0 })
  const [zoom, setZoom] = useState(chosenZoom)
  const [isFull, toggleFull] = useFullScreen(place)
  const [isSearching, setSearching] = useState(false)
  const textSearch = useTextSearch(pdf)
  const factor = factorOf(zoom, size, view)
  const choose = (next: Zoom): void => {
    chosenZoom = next
    setZoom(next)
  }
  const showPage = (number: number): void => {
    pages.current?.showPage(number)
    setPage(Math.max(1, Math.min(number, total)))
  }
  useImperativeHandle(handle, () => ({ showPage }))

  const hit = textSearch.hits[textSearch.current]
  const box = hit && textSearch.marks.get(hit.page)?.find(({ isCurrent }) => isCurrent)?.boxes[0]
  useEffect(() => {
    if (hit && box) pages.current?.showBox(hit.page, box)
  }, [hit, box])

  const closeSearch = (): void => {
    setSearching(false)
    textSearch.search('', page)
    pages.current?.focus()
  }
  const openSearch = (): void => {
    setSearching(true)
    requestAnimationFrame(() => searchField.current?.select())
  }
  const act = (action: ReaderAction): void => {
    switch (action) {
      case 'previous':
      case 'next':
        return showPage(Math.min(total, Math.max(1, page + (action === 'next' ? 1 : -1))))
      case 'goTo':
        return pageField.current?.focus()
      case 'zoomIn':
      case 'zoomOut':
        return choose(steppedZoom(factor, action === 'zoomIn' ? 1 : -1))
      case 'fitWidth':
        return choose('width')
      case 'fitPage':
        return choose('page')
      case 'full':
        return toggleFull()
      case 'search':
        return openSearch()
    }
  }
  useReaderKeys(areKeysOn, act)
  return (
    <section ref={place} className={`${styles.reader} ${className}`} data-full={isFull || undefined}>
      <PdfTools
        page={page}
        total={total}
        zoom={zoom}
        factor={factor}
        isFull={isFull}
        isSearching={isSearching}
        areKeysOn={areKeysOn}
        onAction={(action) => (action === 'search' && isSearching ? closeSearch() : act(action))}
        onPage={showPage}
        onLeave={() => pages.current?.focus()}
        pageField={pageField}
      />
      {isSearching && <PdfSearch textSearch={textSearch} page={page} onClose={closeSearch} field={searchField} />}
      <PdfPages
        opened={opened}
        label={label}
        pageLabel={(number) => intl.formatMessage({ id: 'pdf.page' }, { number, total })}
        zoom={zoom}
        marks={textSearch.marks}
        startPage={startPage}
        onPage={(number) => {
          setPage(number)
          onPage?.(number)
        }}
        onView={setView}
        handle={pages}
      />
    </section>
  )
}

/** A PDF with tools to read it: pages, size, search, full screen. */
export const PdfReader = (props: PdfReaderProps) => {
  const { src, failed, onFailed } = props
  const opened = usePdf(src, onFailed)
  if (opened === undefined || (opened === null && failed === undefined)) return <Spinner />
  if (opened === null)
    return (
      <p role="alert" className={pagesStyles.failed}>
        {failed}
      </p>
    )
  return <OpenReader key={src} {...props} opened={opened} />
}
