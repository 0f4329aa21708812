import { useEffect, useEffectEvent, useState } from 'react'
import type { getDocument } from 'unpdf/pdfjs'
import type { Size } from './page-scale.ts'

export type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>

export interface OpenedPdf {
  pdf: PdfDocument
  /** Of the first page, in points: a place for those that are not drawn yet. */
  size: Size
}

/** A document; undefined while it is loaded, null if it cannot be. What draws it is loaded with the first one. */
export const usePdf = (src: string, onFailed?: () => void): OpenedPdf | null | undefined => {
  const [state, setState] = useState<{ src: string; opened: OpenedPdf | null }>()
  const tellFailed = useEffectEvent(() => onFailed?.())
  useEffect(() => {
    let isCurrent = true
    let task: ReturnType<typeof getDocument> | undefined
    const open = async (): Promise<void> => {
      const { getDocument: load } = await import('unpdf/pdfjs')
      if (!isCurrent) return
      // The policy of our pages does not let WebAssembly run.
      task = load({ url: src, useWasm: false, disableAutoFetch: true })
      const pdf = await task.promise
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (isCurrent) setState({ src, opened: { pdf, size: { width, height } } })
    }
    open().catch(() => {
      if (!isCurrent) return
      setState({ src, opened: null })
      tellFailed()
    })
    return () => {
      isCurrent = false
      void task?.destroy()
    }
  }, [src])
  return state?.src === src ? state.opened : undefined
}
