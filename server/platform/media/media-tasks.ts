import { limitReads, type ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { DocumentFacts } from './documents.ts'
import { MediaTooCostly } from './media-limits.ts'
import type { PictureShape } from './site-pictures.ts'
import type { SheetLimits } from '../sheets/sheet-reader.ts'

export interface MediaTask {
  /**
   * What it tells; a copy that tells nobody; what to write over it so that it tells nobody; a picture of the site, or
   * its size; the rows of a sheet; single frames of a film; a copy with a text on every page.
   */
  kind: 'read' | 'clean' | 'stamp' | 'findMetadata' | 'encodePicture' | 'measurePicture' | 'readSheet' | 'takeKeyFrames'
  type: string
  size: number
  shape?: PictureShape | undefined
  sheet?: SheetLimits | undefined
  /** What is written onto every page. */
  stamp?: string | undefined
  /** How long a film is, if that is known. */
  seconds?: number | null | undefined
}

// Only what a file needs is loaded, so that the process starts soon.

interface Reading {
  read(source: ByteSource): Promise<DocumentFacts>
  /** Absent: no copy of such files can be made that tells nothing. */
  clean?(source: ByteSource): Promise<Uint8Array>
  /** Absent: nothing can be written onto such files. */
  stamp?(source: ByteSource, text: string): Promise<Uint8Array>
}

/** Larger documents would have to be held in memory more than once. */
const maxDocumentBytes = 300_000_000
const pieceBytes = 4 * 1024 * 1024

const contentOf = async (source: ByteSource): Promise<Uint8Array> => {
  if (source.size > maxDocumentBytes) throw new MediaTooCostly('This document is too large to be read')
  const content = new Uint8Array(source.size)
  for (let at = 0; at < source.size; at += pieceBytes)
    content.set(await source.read(at, Math.min(at + pieceBytes, source.size)), at)
  return content
}

const pdfOf = async (source: ByteSource): Promise<Uint8Array> => {
  const content = await contentOf(source)
  await (await import('./pdf-streams.ts')).checkPdfStreams(content)
  return content
}

const pdf: Reading = {
  read: async (source) => (await import('./pdf.ts')).readPdf(await pdfOf(source)),
  clean: async (source) => (await import('./pdf-copy/copy.ts')).cleanPdf(await pdfOf(source)),
  stamp: async (source, text) => (await import('./pdf-copy/copy.ts')).cleanPdf(await pdfOf(source), text),
}
const office: Reading = {
  read: async (source) => (await import('./office.ts')).readOffice(source),
  clean: async (source) => {
    if (source.size > maxDocumentBytes) throw new MediaTooCostly('These slides are too large to be copied')
    return (await import('./office.ts')).cleanOffice(source)
  },
}
const picture: Reading = {
  read: async (source) => (await import('./pictures.ts')).readPictureFacts(await contentOf(source)),
  clean: async (source) => (await import('./pictures.ts')).cleanPicture(await contentOf(source)),
  stamp: async (source, text) => (await import('./stamp-picture.ts')).stampPicture(await contentOf(source), text),
}
const film: Reading = {
  read: async (source) => ({
    media: await (await import('@lectern/contract/media/probe.ts')).probeMedia(source),
    texts: [],
  }),
}
const archive: Reading = {
  read: async (source) => ({ ...(await (await import('./zip-source.ts')).checkArchive(source)), texts: [] }),
}

const readings: Readonly<Record<string, Reading>> = {
  'application/pdf': pdf,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': office,
  'image/jpeg': picture,
  'image/png': picture,
  'image/webp': picture,
  'application/zip': archive,
  'video/mp4': film,
  'video/quicktime': film,
  'video/webm': film,
  'audio/mpeg': film,
  'audio/mp4': film,
  'audio/wav': film,
}

/** What asks for more has been given a file that is made to be expensive. */
const limits = ({ size }: MediaTask) => ({ reads: 50_000, bytes: 4 * size + 64 * 1024 * 1024 })

/** Reads a file, or makes what its task asks for. */
export const performMediaTask = async (task: MediaTask, given: ByteSource): Promise<unknown> => {
  const source = limitReads(given, limits(task))
  if (task.kind === 'findMetadata') return (await import('./mp4-metadata.ts')).findMetadata(source)
  if (task.kind === 'encodePicture')
    return (await import('./site-pictures.ts')).encodePicture(await contentOf(source), task.shape!)
  if (task.kind === 'measurePicture')
    return (await import('./site-pictures.ts')).measurePicture(await contentOf(source))
  if (task.kind === 'readSheet')
    return (await import('../sheets/sheet-reader.ts')).readRows(Buffer.from(await contentOf(source)), task.sheet!)
  if (task.kind === 'takeKeyFrames')
    return (await import('@lectern/contract/media/key-frames.ts')).takeKeyFrames(source, task.seconds ?? null)
  const reading = readings[task.type]
  if (task.kind === 'clean') return reading?.clean?.(source)
  if (task.kind === 'stamp') return reading?.stamp?.(source, task.stamp!)
  return reading ? reading.read(source) : { texts: [] }
}
