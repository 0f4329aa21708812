import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { CopyLoss } from '@lectern/contract/works/file-findings.ts'
import type { FileEntry } from '@zip.js/zip.js'
import type { DocumentFacts, PlacedText, TextPlace } from './documents.ts'
import { copySlides, tryCopy } from './slides-copy.ts'
import { maxPartBytes } from './slides-package.ts'
import { attributesOfXml, textOfXml } from './xml-text.ts'
import { decodeXml } from './xml-tree.ts'
import { ArchiveFault, openZip, unpack } from './zip-source.ts'

const maxCharacters = 2_000_000
/** Of all texts together, unpacked. */
const maxTextBytes = 200_000_000

const slide = /^ppt\/slides\/slide(\d+)\.xml$/
const aboutFile = /^(?:docProps|customXml)\//
const textual = /\.(?:xml|rels|vml)$/i

const placeOf = (filename: string): TextPlace => {
  const number = Number(slide.exec(filename)?.[1])
  if (number) return { kind: 'slide', slide: number }
  return aboutFile.test(filename) ? { kind: 'metadata' } : { kind: 'part', name: filename }
}

/** Words of the format are no texts: their names, addresses and numbers. */
const isTextual = (value: string): boolean => /\p{L}{2}/u.test(value) && !value.startsWith('http://schemas.')

/** The values of attributes, each once. */
const attributeTexts = (xml: string): string =>
  [...new Set(attributesOfXml(xml, maxCharacters).split('\n').filter(isTextual))].join('\n')

/** Slides count, whatever their size; other parts that are as long are not what somebody typed. */
const isRead = ({ filename, uncompressedSize }: FileEntry): boolean =>
  slide.test(filename) || (textual.test(filename) && uncompressedSize <= maxPartBytes)

const textsOf = async (entry: FileEntry): Promise<PlacedText[]> => {
  const xml = decodeXml(await unpack(entry, maxPartBytes))
  const place = placeOf(entry.filename)
  return [textOfXml(xml, maxCharacters), attributeTexts(xml)].flatMap((text) =>
    text.trim() === '' ? [] : [{ place, text }],
  )
}

/** Each loss once. */
const distinctLosses = (losses: readonly CopyLoss[]): CopyLoss[] => [
  ...new Map(losses.map((loss) => [JSON.stringify(loss), loss])).values(),
]

const textsOfMedia = (mediaTexts: ReadonlyMap<string, string>): PlacedText[] =>
  [...mediaTexts]
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => ({ place: { kind: 'part', name }, text: text.slice(0, maxCharacters) }))

/** What a copy could not contain, and what drawings and films in it show in letters. */
const readTrial = async (files: readonly FileEntry[]): Promise<Pick<DocumentFacts, 'losses' | 'texts'>> => {
  try {
    const trial = await tryCopy(files)
    const losses = distinctLosses(trial.losses)
    return { texts: textsOfMedia(trial.mediaTexts), ...(losses.length > 0 && { losses }) }
  } catch (error) {
    if (error instanceof ArchiveFault) throw error
    // What cannot be copied at all is found when the copy is made.
    return { texts: [] }
  }
}

/** How many slides there are, every text and attribute in it and in its drawings and films, and what a copy of it could not contain. */
export const readOffice = async (source: ByteSource): Promise<DocumentFacts> => {
  try {
    const files = await openZip(source)
    const read = files.filter(isRead)
    if (read.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > maxTextBytes)
      throw new ArchiveFault('tooCostly')
    const texts: PlacedText[] = []
    for (const entry of read) texts.push(...(await textsOf(entry)))
    const pages = files.filter(({ filename }) => slide.test(filename)).length
    const trial = await readTrial(files)
    return { ...trial, texts: [...texts, ...trial.texts], ...(pages > 0 && { pages }) }
  } catch (error) {
    return { fault: error instanceof ArchiveFault ? error.fault : 'unreadable', texts: [] }
  }
}

/** The same slides, made anew of what may stay in them. */
export const cleanOffice = async (source: ByteSource): Promise<Uint8Array> => copySlides(await openZip(source))
