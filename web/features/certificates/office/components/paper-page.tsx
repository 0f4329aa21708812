import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { useEffect, useRef, useState } from 'react'
import type { getDocument } from 'unpdf/pdfjs'
import { DesignSketch } from './design-sketch.tsx'
import styles from './paper-page.module.css'

/** After the last change: typing makes one page, not twenty. */
const pauseMilliseconds = 500

/** The PDF of an answer that must have one. */
export const pdfOf = (answer: Response): Promise<ArrayBuffer> => {
  if (!answer.ok) throw new Error(`The preview answers ${answer.status}`)
  return answer.arrayBuffer()
}

interface PaperPageProps {
  /** What is shown, as `fetchPdf` understands it. */
  subject: string
  /** Stays the same function. */
  fetchPdf: (subject: string, signal: AbortSignal) => Promise<ArrayBuffer>
  design: CertificateDesign
  className?: string | undefined
  label: string
  failed: string
}

/** The first page of a PDF, drawn again after every change. Meanwhile the former one stays visible, or else a sketch. */
export const PaperPage = ({ subject, fetchPdf, design, className, label, failed }: PaperPageProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const isFirst = useRef(true)
  useEffect(() => {
    const controller = new AbortController()
    let task: ReturnType<typeof getDocument> | undefined
    const draw = async (): Promise<void> => {
      const [pdf, data] = await Promise.all([import('unpdf/pdfjs'), fetchPdf(subject, controller.signal)])
      // The policy of our pages does not let WebAssembly run.
      task = pdf.getDocument({ data: new Uint8Array(data), useWasm: false })
      const page = await (await task.promise).getPage(1)
      const target = canvas.current
      if (controller.signal.aborted || !target) return
      const width = target.clientWidth * Math.min(devicePixelRatio, 2)
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
      // Drawn aside first, so that the former page does not flicker.
      const aside = document.createElement('canvas')
      aside.width = viewport.width
      aside.height = viewport.height
      await page.render({ canvas: aside, viewport }).promise
      if (controller.signal.aborted) return
      target.width = aside.width
      target.height = aside.height
      target.getContext('2d')!.drawImage(aside, 0, 0)
      setFailed(false)
      setDrawn(true)
    }
    const timer = setTimeout(
      () => {
        isFirst.current = false
        draw().catch(() => {
          if (!controller.signal.aborted) setFailed(true)
        })
      },
      isFirst.current ? 0 : pauseMilliseconds,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
      void task?.destroy()
    }
  }, [subject, fetchPdf])
  return (
    <>
      {!isDrawn && (
        <div className={styles.sketch}>
          <DesignSketch design={design} />
        </div>
      )}
      <canvas ref={canvas} className={className} role="img" aria-label={label} />
      {hasFailed && <p role="alert">{failed}</p>}
    </>
  )
}
