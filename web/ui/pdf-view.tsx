import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { getDocument } from 'unpdf/pdfjs'
import { Spinner } from './spinner.tsx'
import styles from './pdf-view.module.css'

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>

/** Sharper than this nobody sees, and pages need much memory. */
const maxPixelRatio = 2

interface Words {
  page: (number: number, total: number) => string
  failed: string
}

interface PageProps {
  document: PdfDocument
  number: number
  /** Height by width of the first page: a place for those that are not drawn yet. */
  ratio: number
  label: string
}

/** One page, drawn when it comes into sight. */
const Page = ({ document, number, ratio, label }: PageProps) => {
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isSeen, setSeen] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isSeen) return
    let stop: (() => void) | undefined
    let isCurrent = true
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number)
      if (!isCurrent) return
      const target = canvas.current!
      const width = place.current!.clientWidth * Math.min(devicePixelRatio, maxPixelRatio)
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
      target.width = viewport.width
      target.height = viewport.height
      const drawing = page.render({ canvas: target, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
      const { items } = await page.getTextContent()
      if (isCurrent) setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    // A page that cannot be drawn stays empty; the file can be downloaded.
    draw().catch(() => undefined)
    return () => {
      isCurrent = false
      stop?.()
    }
  }, [document, number, isSeen])
  return (
    <div ref={place} className={styles.page}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ aspectRatio: isSeen && text ? undefined : `1 / ${ratio}` }}
      />
      <div className="visually-hidden">{text}</div>
    </div>
  )
}

interface Opened {
  src: string
  document?: PdfDocument
  ratio?: number
}

export interface PdfHandle {
  showPage: (number: number) => void
}

interface PdfViewProps {
  src: string
  /** Accessible name. */
  label: string
  words: Words
  /** Adds to the look. */
  className?: string | undefined
  /** The page that is shown first. */
  startPage?: number | undefined
  /** Called with the page that fills most of the view. */
  onPage?: ((number: number, total: number) => void) | undefined
  handle?: Ref<PdfHandle> | undefined
}

/** The page at the middle of the view. */
const pageInSight = (view: HTMLElement): number => {
  const middle = view.scrollTop + view.clientHeight / 2
  const after = [...view.children].findIndex((page) => page instanceof HTMLElement && page.offsetTop > middle)
  return after === -1 ? view.children.length : Math.max(1, after)
}

const Pages = ({ opened, ...props }: { opened: Required<Opened> } & PdfViewProps) => {
  const { document, ratio } = opened
  const { label, words, className, startPage = 1, onPage, handle } = props
  const view = useRef<HTMLDivElement>(null)
  const showPage = (number: number): void => {
    const page = view.current?.children[Math.min(number, document.numPages) - 1]
    if (view.current && page instanceof HTMLElement) view.current.scrollTop = page.offsetTop - 12
  }
  useImperativeHandle(handle, () => ({ showPage }))
  const start = useRef(startPage)
  useEffect(() => {
    if (start.current > 1) showPage(start.current)
    // Only once: afterwards the reader scrolls.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div
      ref={view}
      className={`${styles.pdf} ${className ?? ''}`}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
      tabIndex={0}
      {...(onPage && { onScroll: ({ currentTarget }) => onPage(pageInSight(currentTarget), document.numPages) })}
    >
      {Array.from({ length: document.numPages }, (_, index) => (
        <Page
          key={index}
          document={document}
          number={index + 1}
          ratio={ratio}
          label={words.page(index + 1, document.numPages)}
        />
      ))}
    </div>
  )
}

/** A PDF, page below page. What draws it is loaded with the first one. */
export const PdfView = (props: PdfViewProps) => {
  const { src, words } = props
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isCurrent = true
    let task: ReturnType<typeof getDocument> | undefined
    const open = async (): Promise<void> => {
      const pdf = await import('unpdf/pdfjs')
      if (!isCurrent) return
      // The policy of our pages does not let WebAssembly run.
      task = pdf.getDocument({ url: src, useWasm: false, disableAutoFetch: true })
      const document = await task.promise
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
      if (isCurrent) setOpened({ src, document, ratio: height / width })
    }
    open().catch(() => {
      if (isCurrent) setOpened({ src })
    })
    return () => {
      isCurrent = false
      void task?.destroy()
    }
  }, [src])
  if (opened?.src !== src) return <Spinner />
  const { document, ratio = 1 } = opened
  if (!document)
    return (
      <p role="alert" className={styles.failed}>
        {words.failed}
      </p>
    )
  return <Pages {...props} opened={{ src, document, ratio }} />
}
