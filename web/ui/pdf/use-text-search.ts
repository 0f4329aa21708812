import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { boxesOf, placePiece, type PageText } from './hit-boxes.ts'
import type { Mark } from './pdf-page.tsx'
import { findHits, firstHitFrom, foldText, steppedHit, type Hit } from './text-search.ts'
import type { PdfDocument } from './use-pdf.ts'

const readPage = async (pdf: PdfDocument, number: number): Promise<PageText> => {
  const page = await pdf.getPage(number)
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const { items, styles } = await page.getTextContent()
  const pieces = items.flatMap((item) => ('str' in item ? [placePiece(item, transform, styles[item.fontName])] : []))
  return { size: { width, height }, pieces, folded: foldText(pieces) }
}

/** The texts of all pages, once they are wanted. */
const useTexts = (pdf: PdfDocument, isWanted: boolean): readonly PageText[] | undefined => {
  const [texts, setTexts] = useState<readonly PageText[]>()
  useEffect(() => {
    if (!isWanted || texts) return undefined
    let isCurrent = true
    const read = async (): Promise<void> => {
      const pages: PageText[] = []
      for (let number = 1; number <= pdf.numPages && isCurrent; number++)
        // A page that cannot be read has no text.
        pages.push(
          await readPage(pdf, number).catch(() => ({
            size: { width: 1, height: 1 },
            pieces: [],
            folded: foldText([]),
          })),
        )
      if (isCurrent) setTexts(pages)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [pdf, isWanted, texts])
  return texts
}

let context: CanvasRenderingContext2D | null | undefined

/** Widths in any font are good enough to share out the width of a line. */
const measure = (text: string): number => {
  context ??= document.createElement('canvas').getContext('2d')
  return context?.measureText(text).width ?? text.length
}

/** Pages are marked all at once; a letter may stand on each of them many times. */
const maxMarks = 300

export interface TextSearch {
  query: string
  /** Searches from the page that is read. */
  search: (query: string, page: number) => void
  state: 'reading' | 'noText' | 'done'
  hits: readonly Hit[]
  /** The position of the hit that is shown. */
  current: number
  step: (by: 1 | -1) => void
  marks: ReadonlyMap<number, readonly Mark[]>
}

/** Searches in the text of a document. */
export const useTextSearch = (pdf: PdfDocument): TextSearch => {
  const [{ query, page }, setSearch] = useState({ query: '', page: 1 })
  const [choice, setChoice] = useState<{ hits: readonly Hit[]; position: number }>()
  const texts = useTexts(pdf, query !== '')
  const wanted = useDeferredValue(query)
  const hits = useMemo(
    () =>
      findHits(
        (texts ?? []).map(({ folded }) => folded),
        wanted,
      ),
    [texts, wanted],
  )
  const current = choice?.hits === hits ? choice.position : firstHitFrom(hits, page)
  const marks = useMemo(() => {
    const byPage = new Map<number, Mark[]>()
    const from = Math.max(0, Math.min(current - maxMarks / 2, hits.length - maxMarks))
    for (const [offset, hit] of hits.slice(from, from + maxMarks).entries()) {
      const position = from + offset
      const mark = { position, boxes: boxesOf(texts![hit.page - 1]!, hit, measure), isCurrent: position === current }
      byPage.set(hit.page, [...(byPage.get(hit.page) ?? []), mark])
    }
    return byPage
  }, [texts, hits, current])
  const hasText = texts?.some(({ folded }) => folded.text.trim() !== '')
  return {
    query,
    search: (next, from) => setSearch({ query: next, page: from }),
    state: texts === undefined ? 'reading' : hasText ? 'done' : 'noText',
    hits,
    current,
    step: (by) => setChoice({ hits, position: steppedHit(hits.length, current, by) }),
    marks,
  }
}
