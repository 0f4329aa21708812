import { getDocumentProxy } from 'unpdf'
import type { DocumentFacts } from './documents.ts'

/** Texts of longer documents are read as far as this. */
const maxTextPages = 300
const maxCharacters = 2_000_000

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

interface TextItem {
  str?: string
  /** It is the last one in its line. */
  hasEOL?: boolean
}

const textOfPage = async (page: PdfPage): Promise<string> => {
  const { items } = await page.getTextContent()
  return (items as TextItem[]).map(({ str = '', hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')
}

interface Annotation {
  subtype?: string
  annotationFlags?: number
  contentsObj?: { str: string }
}

/** Hidden, or not for the screen. */
const hiddenFlags = 2 | 32

/** What they say stands on the page, is a description of it, or a value. */
const saidOnPage = new Set(['FreeText', 'Link', 'Stamp', 'Widget', 'Watermark', 'Redact'])

/** A note, or what was written about a place of the page: it opens in a window of its own, which the copy for experts does not have. */
const isComment = ({ subtype = '', annotationFlags = 0, contentsObj }: Annotation): boolean => {
  if (annotationFlags & hiddenFlags || saidOnPage.has(subtype)) return false
  return subtype === 'Text' || subtype === 'Popup' || (contentsObj?.str ?? '').trim() !== ''
}

const hasComments = async (page: PdfPage): Promise<boolean> =>
  ((await page.getAnnotations({ intent: 'display' })) as Annotation[]).some(isComment)

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn)
  return []
}

const isPasswordMissing = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'

/** How many pages there are, every text that somebody could read in it, and what a copy of it could not contain. */
export const readPdf = async (content: Uint8Array): Promise<DocumentFacts> => {
  try {
    const document = await getDocumentProxy(content, { verbosity: 0, enableXfa: false })
    const texts: DocumentFacts['texts'] = []
    let characters = 0
    let isCommented = false
    for (let number = 1; number <= Math.min(document.numPages, maxTextPages); number += 1) {
      if (characters >= maxCharacters) break
      const page = await document.getPage(number)
      const text = await textOfPage(page)
      characters += text.length
      texts.push({ place: { kind: 'page', page: number }, text })
      isCommented ||= await hasComments(page)
      page.cleanup()
    }
    const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }))
    const about = [...stringsIn(info), ...(metadata ? stringsIn(Object.fromEntries(metadata)) : [])]
    if (about.length > 0) texts.push({ place: { kind: 'metadata' }, text: about.join('\n') })
    const losses: DocumentFacts['losses'] = isCommented ? [{ kind: 'comments' }] : undefined
    const facts = { pages: document.numPages, texts, ...(losses && { losses }) }
    await document.loadingTask.destroy()
    return facts
  } catch (error) {
    return { fault: isPasswordMissing(error) ? 'encrypted' : 'unreadable', texts: [] }
  }
}
