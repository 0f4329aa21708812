import type { MediaTask } from './media-tasks.ts'

/** The file was made to exhaust whoever reads it, or is far beyond what people hand in. */
export class MediaTooCostly extends Error {}

/** What one task of a process that reads files may take. */
export interface MediaLimits {
  /** Of processor time: waiting for the storage, or for other programs, does not count. */
  seconds: number
  /** Of resident memory, the program itself included. */
  megabytes: number
}

const megabyte = 1024 * 1024

/** The libraries alone take 150 MB; a document is held in memory two or three times while a copy of it is made. */
const baseMegabytes = 512
const timesSize = 3
const maxMegabytes = 1_200

const seconds = {
  read: 30,
  clean: 60,
  stamp: 60,
  findMetadata: 30,
  encodePicture: 30,
  measurePicture: 10,
  readSheet: 15,
  takeKeyFrames: 20,
} as const
const isOfficeType = (type: string): boolean => type.startsWith('application/vnd.openxmlformats-officedocument.')

/** Texts of slides are found in one pass. */
const textSeconds = 10

/** Enough for every honest file of this size, far from what a hostile one would take. */
export const limitsFor = ({ kind, type, size }: MediaTask): MediaLimits => ({
  seconds: kind === 'read' && isOfficeType(type) ? textSeconds : seconds[kind],
  // A small file may have as many pixels as are allowed; AVIF is unpacked whole, and turned. One is made at a time.
  megabytes:
    kind === 'encodePicture'
      ? maxMegabytes
      : Math.min(maxMegabytes, Math.round(baseMegabytes + (timesSize * size) / megabyte)),
})
