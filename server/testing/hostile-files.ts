import { crc32, deflateSync } from 'node:zlib'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { zipOf } from './document-samples.ts'

/** Files that are small, and made to take all time or memory of whoever reads them. */

const megabyte = 1024 * 1024

interface PdfStream {
  dictionary: string
  content: Buffer
}

/** A PDF of one page that is drawn by these streams, the first of them so many times. */
const pdfOf = (stream: PdfStream, times: number): Buffer => {
  const contents = Array.from({ length: times }, () => '4 0 R').join(' ')
  const pieces = [
    Buffer.from(
      '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
    ),
    Buffer.from(`3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[${contents}]>>endobj\n`),
    Buffer.from(`4 0 obj<<${stream.dictionary}/Length ${stream.content.length}>>stream\n`),
    stream.content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]
  return Buffer.concat(pieces)
}

/** Unpacks to `megabytes` for each of the `times` that the page draws it: spaces, compressed twice. */
export const pdfBomb = ({ megabytes = 30, times = 50 }: { megabytes?: number; times?: number } = {}): Buffer =>
  pdfOf(
    {
      dictionary: '/Filter[/FlateDecode/FlateDecode]',
      content: deflateSync(deflateSync(Buffer.alloc(megabytes * megabyte, ' '))),
    },
    times,
  )

/** Every stream is as small as in an honest file; the page draws it many times. */
export const repeatedPdf = ({ megabytes = 30, times = 50 }: { megabytes?: number; times?: number } = {}): Buffer =>
  pdfOf({ dictionary: '/Filter/FlateDecode', content: deflateSync(Buffer.alloc(megabytes * megabyte, ' ')) }, times)

/** What a scanner of XML could look at again and again. */
export const hostilePieces = ['<', '&', ' ', '<a b="', '<![CDATA[', '<a><b>', '((('] as const

/** Slides with these texts, such as three megabytes of `<`. */
export const slidesOf = (...texts: string[]): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(texts.map((text, at) => [`ppt/slides/slide${at + 1}.xml`, text])),
  })

/** Says so many bytes of each file in an archive, whatever it is. */
const lieAboutSizes = (archive: Buffer, says: number, head: string, at: number): void => {
  for (let place = archive.indexOf(head, 0, 'hex'); place >= 0; place = archive.indexOf(head, place + 4, 'hex'))
    archive.writeUInt32LE(says, place + at)
}

/** The same archive, whose index says so many bytes of each file. */
export const withSizes = (archive: Buffer, says: number): Buffer => {
  const copy = Buffer.from(archive)
  lieAboutSizes(copy, says, '504b0102', 24)
  return copy
}

/** An archive that says so many bytes of the file in it, whatever it is. `isAmbiguous`: only in its index. `isStored`: uncompressed. */
export const lyingZip = async (
  content: Uint8Array,
  says: number,
  { isAmbiguous = false, isStored = false } = {},
): Promise<Buffer> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false, ...(isStored && { level: 0 }) })
  await writer.add('lesson.bin', new Uint8ArrayReader(content))
  const archive = withSizes(Buffer.from(await writer.close()), says)
  if (!isAmbiguous) lieAboutSizes(archive, says, '504b0304', 22)
  return archive
}

const pngChunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A picture of one colour and so many pixels a side. */
export const pngBomb = (side: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.alloc(Math.min(side * (3 * side + 1), 300 * megabyte)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const boxOf = (type: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, 8))
  head.write(type, 4)
  return Buffer.concat([head, ...content])
}

const filmHead = boxOf('ftyp', Buffer.from('isom\0\0\0\0isommp42'))

/** A film of nothing but boxes, one after the other. */
export const filmOfBoxes = (count: number): Buffer => {
  const box = boxOf('free')
  return Buffer.concat([filmHead, ...Array.from({ length: count }, () => box)])
}

/** A film whose boxes are in each other, so deep. */
export const deepFilm = (depth: number): Buffer => {
  const heads: Buffer[] = []
  for (let level = 0; level < depth; level += 1) {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 * (depth - level))
    head.write(level === 0 ? 'moov' : 'trak', 4)
    heads.push(head)
  }
  return Buffer.concat([filmHead, ...heads])
}
