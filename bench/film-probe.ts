import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readMedia } from '../server/platform/media/read-media.ts'
import { createDiskStorage } from '../server/platform/storage/disk.ts'
import { sourceUnder } from '../server/platform/storage/stored-source.ts'
import { writeBigFilm } from './big-film.ts'
import { withFolder } from './processes.ts'
import type { Result } from './results.ts'

const size = 2_000_000_000
const megabyte = 1024 * 1024

const probe = async (folder: string, index: 'first' | 'last'): Promise<Result[]> => {
  await writeBigFilm(join(folder, 'work', index), size, index)
  const source = sourceUnder(createDiskStorage(folder), `work/${index}`, size)
  let [reads, bytes] = [0, 0]
  const counted = {
    size,
    read: (start: number, end: number) => {
      reads += 1
      bytes += end - start
      return source.read(start, end)
    },
  }
  const began = performance.now()
  const { media } = await readMedia(counted, 'video/mp4')
  const seconds = (performance.now() - began) / 1000
  if (!media || 'fault' in media) throw new Error(`the film is ${media?.fault ?? 'unknown'}`)
  const name = `probe of a film of 2 GB, index ${index}`
  return [
    { name: `${name}: reads`, value: reads, unit: 'requests', target: { most: 16 } },
    { name: `${name}: bytes`, value: bytes / megabyte, unit: 'MB', target: { most: 8 } },
    { name: `${name}: seconds, with the start of the thread`, value: seconds, unit: 's' },
  ]
}

export const measureFilmProbe = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'work'))
    return [...(await probe(folder, 'first')), ...(await probe(folder, 'last'))]
  })
