import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type FileEntry } from '@zip.js/zip.js'
import type { DocumentFacts } from './documents.ts'
import { findMetadata } from './mp4-metadata.ts'
import { stripJpeg } from './jpeg.ts'
import { patchPiece } from './overlay.ts'
import { attributesOfXml, textOfXml } from './xml-text.ts'
import { ArchiveFault, openZip, unpack } from './zip-source.ts'

/** A part of text in an office file that is longer is not what somebody typed. */
const maxPartBytes = 20_000_000
/** Films and photos in slides are cleaned in memory. */
const maxMediaBytes = 300_000_000
const maxCharacters = 2_000_000
/** Of all texts together, unpacked. */
const maxTextBytes = 200_000_000

const slide = /^ppt\/slides\/slide(\d+)\.xml$/
const notes = /^ppt\/notesSlides\/notesSlide\d+\.xml$/
const wordText = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/
const aboutFile = /^docProps\/(?:core|app|custom)\.xml$/
const comments =
  /^(?:ppt\/(?:comments\/.*|commentAuthors|authors)|word\/(?:comments\w*|people)|(?:ppt|word)\/changesInfos\/.*)\.xml$/

const isText = (name: string): boolean => [slide, notes, wordText, aboutFile, comments].some((kind) => kind.test(name))

const readXml = async (entry: FileEntry): Promise<string> => new TextDecoder().decode(await unpack(entry, maxPartBytes))

const textOf = (xml: string): string => textOfXml(xml, maxCharacters)

/** Attributes, too: the authors of comments stand there. */
const everythingIn = (xml: string): string => `${textOf(xml)}\n${attributesOfXml(xml, maxCharacters)}`

/** How many slides there are, and every text that somebody could read in it. */
export const readOffice = async (source: ByteSource): Promise<DocumentFacts> => {
  const texts: DocumentFacts['texts'] = []
  try {
    const files = await openZip(source)
    let bytes = 0
    for (const entry of files) {
      const { filename } = entry
      if (isText(filename)) bytes += entry.uncompressedSize
      if (bytes > maxTextBytes) throw new ArchiveFault('tooCostly')
      const number = Number(slide.exec(filename)?.[1])
      if (number) texts.push({ place: { kind: 'slide', slide: number }, text: textOf(await readXml(entry)) })
      else if (notes.test(filename) || wordText.test(filename))
        texts.push({ place: { kind: 'part', name: filename }, text: textOf(await readXml(entry)) })
      else if (aboutFile.test(filename) || comments.test(filename))
        texts.push({ place: { kind: 'metadata' }, text: everythingIn(await readXml(entry)) })
    }
    const pages = files.filter(({ filename }) => slide.test(filename)).length
    return { texts, ...(pages > 0 && { pages }) }
  } catch (error) {
    return { fault: error instanceof ArchiveFault ? error.fault : 'unreadable', texts: [] }
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** What the files about the file become: valid, and empty. */
const emptyAbout: Readonly<Record<string, string>> = {
  'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>`,
  'docProps/app.xml': `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>`,
  'docProps/custom.xml': `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
}

/** Who wrote a comment or a change, wherever a part says so. */
const authorAttribute = /\b((?:w\d*:|p\d*:)?(?:author|initials|name|userId|providerId|email|date|dt))="[^"]*"/g
const changeAttribute = /\b(w:(?:author|initials|date))="[^"]*"/g

const cleanMedia = async (name: string, content: Uint8Array): Promise<Uint8Array> => {
  if (/\.jpe?g$/i.test(name)) return stripJpeg(content)?.content ?? content
  if (!/\.(?:mp4|m4v|m4a|mov)$/i.test(name)) return content
  const { patches } = await findMetadata({
    size: content.length,
    read: async (start, end) => content.subarray(start, end),
  })
  return patchPiece(Buffer.from(content), 0, patches)
}

const mediaPart = /^(?:ppt|word|xl)\/media\/[^/]+\.(?:jpe?g|mp4|m4v|m4a|mov)$/i
const textPart = /^(?:ppt|word)\/.*\.xml$/

/** The same slides and texts, without authors, comments' authors and what cameras wrote. Parts that tell nothing are copied as they are. */
export const cleanOffice = async (source: ByteSource): Promise<Uint8Array> => {
  const writer = new ZipWriter(new Uint8ArrayWriter())
  for (const entry of await openZip(source)) {
    const { filename } = entry
    const about = emptyAbout[filename]
    if (about !== undefined) await writer.add(filename, new TextReader(about))
    else if (comments.test(filename))
      await writer.add(filename, new TextReader((await readXml(entry)).replaceAll(authorAttribute, '$1=""')))
    else if (textPart.test(filename))
      await writer.add(filename, new TextReader((await readXml(entry)).replaceAll(changeAttribute, '$1=""')))
    else if (mediaPart.test(filename))
      await writer.add(filename, new Uint8ArrayReader(await cleanMedia(filename, await unpack(entry, maxMediaBytes))))
    else
      await writer.add(
        filename,
        new Uint8ArrayReader(await entry.getData(new Uint8ArrayWriter(), { passThrough: true })),
        {
          passThrough: true,
          uncompressedSize: entry.uncompressedSize,
          ...(entry.crc32 !== undefined && { crc32: entry.crc32 }),
          compressionMethod: entry.compressionMethod,
        },
      )
  }
  return writer.close()
}
