import type { Readable } from 'node:stream'
import { sourceIn, type ByteSource } from '@lectern/contract/media/byte-source.ts'
import { runProgram, type Programs } from './programs.ts'
import { encodePicture, takeKeyFrames, type ReadingOptions } from './read-media.ts'
import type { CoverShape } from './site-pictures.ts'

const filmTypes = new Set(['video/mp4', 'video/quicktime', 'video/webm'])
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])
const documentType = 'application/pdf'

export const isFilm = (type: string): boolean => filmTypes.has(type)
export const isDocument = (type: string): boolean => type === documentType

/** Whether a small picture can be made of files of a type on this machine. */
export const canBePictured = (type: string, { ffmpeg, pdftoppm }: Programs): boolean =>
  pictureTypes.has(type) || (isFilm(type) && ffmpeg !== undefined) || (isDocument(type) && pdftoppm !== undefined)

/** All such types. */
export const picturedTypes = (programs: Programs): string[] =>
  [...pictureTypes, ...filmTypes, documentType].filter((type) => canBePictured(type, programs))

/** Of resident memory of the programs; a document of 300 MB is held by them. */
const limits = { seconds: 20, megabytes: 1_200 }
/** A picture without loss, as a program writes it. */
const maxBytes = 32 * 1024 * 1024

/** Lists and tiles show it at this size. */
export const coverShape: CoverShape = { width: 480, maxHeight: 480, maxBytes: 15_000 }
const pageShape: CoverShape = { ...coverShape, maxHeight: 360, isPage: true }

const inMemory = (picture: Buffer, shape: CoverShape, options: ReadingOptions): Promise<Buffer> =>
  encodePicture(sourceIn(picture), { kind: 'cover', ...shape }, options)

/** A small picture of a picture. */
export const makePictureCover = (source: ByteSource, options: ReadingOptions): Promise<Buffer> =>
  encodePicture(source, { kind: 'cover', ...coverShape }, options)

const filter = `thumbnail=5,scale=${coverShape.width}:${coverShape.maxHeight}:force_original_aspect_ratio=decrease,format=rgb24`

const ofPipe = '-nostdin -loglevel quiet -threads 1 -protocol_whitelist pipe -f mov -i pipe:0'.split(' ')

/**
 * A still of a film. The program decodes single frames, which it reads from a pipe: no other protocol is allowed, and no other format.
 */
export const makeFilmCover = async (
  source: ByteSource,
  film: { type: string; seconds: number | null },
  path: string,
  options: ReadingOptions,
): Promise<Buffer> => {
  const frames = await takeKeyFrames(source, film, options)
  const still = await runProgram({
    path,
    arguments: [...ofPipe, '-vf', filter, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
    input: frames,
    limits,
    maxBytes,
    signal: options.signal,
  })
  return inMemory(still, coverShape, options)
}

/** The first page of a document. */
export const drawFirstPage = (
  pdf: Uint8Array | Readable,
  { path, width, signal }: { path: string; width: number; signal?: AbortSignal | undefined },
): Promise<Buffer> =>
  runProgram({
    path,
    arguments: ['-q', '-png', '-singlefile', '-f', '1', '-scale-to-x', String(width), '-scale-to-y', '-1', '-'],
    input: pdf,
    limits,
    maxBytes,
    signal,
  })

/** A small picture of the upper part of the first page. */
export const makePageCover = async (
  pdf: Uint8Array | Readable,
  path: string,
  options: ReadingOptions,
): Promise<Buffer> => {
  const page = await drawFirstPage(pdf, { path, width: coverShape.width, signal: options.signal })
  return inMemory(page, pageShape, options)
}
