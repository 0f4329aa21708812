import { inflateSync } from 'node:zlib'
import { Uint8ArrayWriter } from '@zip.js/zip.js'
import { openZip } from '../platform/media/zip-source.ts'
import { countedSource } from './media-samples.ts'

const isWholeZip = (content: Buffer): boolean =>
  content.subarray(0, 2).toString() === 'PK' && content.subarray(-22, -20).toString() === 'PK'

/** Compressed parts of a file are searched too. */
export const insideOf = async (type: string, content: Buffer): Promise<Buffer[]> => {
  if (isWholeZip(content)) {
    const files = await openZip(countedSource(content))
    const contents = await Promise.all(
      files.map(async (each) => {
        const bytes = Buffer.from(await each.getData(new Uint8ArrayWriter()))
        return [bytes, ...(await insideOf(bytes.subarray(0, 5).toString() === '%PDF-' ? 'application/pdf' : '', bytes))]
      }),
    )
    return [...contents.flat(), Buffer.from(files.map(({ filename }) => filename).join('\n'))]
  }
  if (type !== 'application/pdf') return []
  const streams: Buffer[] = []
  for (let at = content.indexOf('stream'); at >= 0; at = content.indexOf('stream', at + 6)) {
    const start = content[at + 6] === 13 ? at + 8 : at + 7
    try {
      streams.push(inflateSync(content.subarray(start), { finishFlush: 2 }))
    } catch {
      // The word stands elsewhere, or the stream is not compressed.
    }
  }
  return streams
}

export const spellings = (text: string): Buffer[] => {
  const wide = Buffer.from(text, 'utf16le')
  return [Buffer.from(text), wide, Buffer.from(wide).swap16(), Buffer.from(JSON.stringify(text).slice(1, -1))]
}
