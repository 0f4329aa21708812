import { Alert, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { getDocument } from 'unpdf/pdfjs'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>

/** Sharper than this nobody sees, and pages need much memory. */
const maxPixelRatio = 2

interface PageProps {
  document: PdfDocument
  number: number
  /** Height by width of the first page: a place for those that are not drawn yet. */
  ratio: number
}

/** One page, drawn when it comes into sight. */
const Page = ({ document, number, ratio }: PageProps) => {
  const { t } = useWorkWords()
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
        aria-label={t('pdf.page', { number, total: document.numPages })}
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

/** A PDF, page below page. What draws it is loaded with the first one. */
export const PdfView = ({ src, label }: { src: string; label: string }) => {
  const { t } = useWorkWords()
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isCurrent = true
    let task: ReturnType<typeof getDocument> | undefined
    const open = async (): Promise<void> => {
      const pdf = await import('unpdf/pdfjs')
      if (!isCurrent) return
      // The policy of the office does not let WebAssembly run.
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
  if (opened?.src !== src) return <Spin style={{ display: 'block', marginBlock: 48 }} />
  const { document, ratio = 1 } = opened
  if (!document) return <Alert type="warning" showIcon title={t('pdf.failed')} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
    <div className={styles.pdf} role="region" aria-label={label} tabIndex={0}>
      {Array.from({ length: document.numPages }, (_, index) => (
        <Page key={index} document={document} number={index + 1} ratio={ratio} />
      ))}
    </div>
  )
}
