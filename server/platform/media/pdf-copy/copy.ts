import { PdfArray, PdfStream, type PdfDict, type PdfObject } from '@libpdf/core'
import { createFlattener, type Flattener } from './annotations.ts'
import {
  copyEntries,
  dataOf,
  dictOf,
  listOf,
  number,
  numbers,
  resourcesText,
  type Copier,
  type Rules,
} from './copier.ts'
import { CannotCopy } from './filters.ts'
import { createCopier, group } from './forms.ts'
import { withSource } from './source.ts'
import { createStamper, type Stamper } from './stamps.ts'
import { createTextFonts } from './text-font.ts'
import { createWriter, dictText, type Reference } from './writer.ts'

/** What a page takes from the folders that it stands in. */
const inheritedKeys = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const maxPages = 5_000
const maxDepth = 50

/** All pages in their order, with what they inherit. */
const pagesOf = (copier: Copier): PdfDict[] => {
  const pages: PdfDict[] = []
  const seen = new Set<PdfDict>()
  const walk = (value: PdfObject | undefined, inherited: ReadonlyMap<string, PdfObject>, depth: number): void => {
    const node = dictOf(copier, value)
    if (!node || depth > maxDepth || pages.length > maxPages) throw new CannotCopy('A page cannot be read')
    if (seen.has(node)) return
    seen.add(node)
    const own = new Map(inherited)
    for (const key of inheritedKeys) {
      const entry = node.get(key)
      if (entry !== undefined) own.set(key, entry)
    }
    if (node.has('Kids')) {
      for (const kid of listOf(copier, node.get('Kids'))) walk(kid, own, depth + 1)
      return
    }
    const page = node.clone()
    for (const [key, entry] of own) page.set(key, entry)
    pages.push(page)
  }
  walk(copier.source.catalog.get('Pages'), new Map(), 0)
  return pages
}

/** A page's streams are one content: operators may begin in one and end in the next. */
const contentOf = (copier: Copier, page: PdfDict): Uint8Array => {
  const contents = copier.source.resolve(page.get('Contents'))
  if (contents === undefined) {
    if (page.has('Contents') && page.get('Contents')?.type === 'ref')
      throw new CannotCopy('The content of a page is missing')
    return new Uint8Array()
  }
  const streams =
    contents instanceof PdfArray ? contents.toArray().map((each) => copier.source.resolve(each)) : [contents]
  return Buffer.concat(
    streams.flatMap((stream) => {
      if (!(stream instanceof PdfStream)) throw new CannotCopy('The content of a page is missing')
      return [dataOf(copier, stream), Buffer.from('\n')]
    }),
  )
}

const pageRules: Rules = { MediaBox: numbers, CropBox: numbers, Rotate: number, UserUnit: number, Group: group }
const letter = '[0 0 612 792]'

interface Additions {
  flattener: Flattener
  stamper: Stamper | undefined
}

const copyPage = async (
  copier: Copier,
  { flattener, stamper }: Additions,
  page: PdfDict,
  parent: Reference,
): Promise<Reference> => {
  const { writer } = copier
  const content = copier.copyContent(contentOf(copier, page), dictOf(copier, page.get('Resources')))
  const flattened = await flattener.flatten(page)
  const drawn = [flattened, ...(stamper ? [stamper.stamp(page)] : [])].filter(({ data }) => data.length > 0)
  const data =
    drawn.length === 0
      ? content.data
      : Buffer.concat([
          Buffer.from('q\n'),
          content.data,
          Buffer.from('\nQ\n'),
          ...drawn.flatMap((each) => [each.data, Buffer.from('\n')]),
        ])
  return writer.add(
    dictText({
      Type: '/Page',
      Parent: parent.text,
      MediaBox: letter,
      ...copyEntries(copier, page, pageRules),
      Resources: resourcesText(content.resources, ...drawn.map(({ resources }) => resources)),
      Contents: writer.addStream({}, data).text,
    }),
  )
}

/**
 * The pages as they are seen, rebuilt from a list of what may stay: nothing of who made them, no attachments, no
 * comments, no hidden layers, no earlier versions. Fails where the copy would not show what the original shows.
 * `stamp`: a text that is written onto every page.
 */
export const cleanPdf = (content: Uint8Array, stamp?: string): Promise<Uint8Array> =>
  withSource(content, async (source) => {
    const writer = createWriter()
    const catalog = writer.reserve()
    const pages = writer.reserve()
    const copier = createCopier(source, writer)
    const fonts = createTextFonts(writer)
    const flattener = createFlattener(copier, fonts)
    const stamper = stamp === undefined ? undefined : await createStamper(copier, fonts, stamp)
    const kids: string[] = []
    for (const page of pagesOf(copier)) kids.push((await copyPage(copier, { flattener, stamper }, page, pages)).text)
    if (kids.length === 0) throw new CannotCopy('There are no pages')
    fonts.finish()
    writer.fill(catalog, dictText({ Type: '/Catalog', Pages: pages.text }))
    writer.fill(pages, dictText({ Type: '/Pages', Kids: `[${kids.join(' ')}]`, Count: String(kids.length) }))
    return writer.finish(catalog)
  })
