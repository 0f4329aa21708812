import { getDocumentProxy } from 'unpdf'
import type { DocumentFacts } from './documents.ts'

/** Texts of longer documents are read as far as this. */
const maxTextPages = 300
const maxCharacters = 2_000_000

interface TextItem {
  str?: string
  /** It is the last one in its line. */
  hasEOL?: boolean
}

const textOfPage = async (document: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> => {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  return (items as TextItem[]).map(({ str = '', hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn)
  return []
}

const isPasswordMissing = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'

/** How many pages there are, and every text that somebody could read in it. */
export const readPdf = async (content: Uint8Array): Promise<DocumentFacts> => {
  try {
    const document = await getDocumentProxy(content, { verbosity: 0, enableXfa: false })
    const texts: DocumentFacts['texts'] = []
    let characters = 0
    for (let page = 1; page <= Math.min(document.numPages, maxTextPages) && characters < maxCharacters; page += 1) {
      const text = await textOfPage(document, page)
      characters += text.length
      texts.push({ place: { kind: 'page', page }, text })
    }
    const { info, metadata } = await document.getMetadata().catch(() => ({ info: {}, metadata: null }))
    const about = [...stringsIn(info), ...(metadata ? stringsIn(Object.fromEntries(metadata)) : [])]
    if (about.length > 0) texts.push({ place: { kind: 'metadata' }, text: about.join('\n') })
    const facts = { pages: document.numPages, texts }
    await document.loadingTask.destroy()
    return facts
  } catch (error) {
    return { fault: isPasswordMissing(error) ? 'encrypted' : 'unreadable', texts: [] }
  }
}
