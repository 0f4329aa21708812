import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBigFilm } from './big-film.ts'
import { startScript, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'

const size = 500_000_000
const pairs = 5
/** As players ask for it. */
const rangeBytes = 4_000_000

const readAll = async (address: string, headers: Record<string, string> = {}): Promise<void> => {
  let bytes = 0
  for await (const piece of (await fetch(address, { headers })).body!) bytes += piece.length
  if (bytes === 0) throw new Error(`${address} is empty`)
}

const readRanges = async (address: string): Promise<void> => {
  for (let start = 0; start < size; start += rangeBytes)
    await readAll(address, { range: `bytes=${start}-${Math.min(size, start + rangeBytes) - 1}` })
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const compare = async ({ url }: Served, read: (address: string) => Promise<void>): Promise<number> => {
  const shares: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const plain = await timed(() => read(`${url}/plain`))
    shares.push(plain / (await timed(() => read(`${url}/blind`))))
  }
  return median(shares)
}

export const measureBlind = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'work'))
    await writeBigFilm(join(folder, 'work/film'), size, 'first')
    const server = await startScript('film-server.ts', folder, 'work/film')
    try {
      return [
        {
          name: 'speed of a blind film, of the film as it is',
          value: await compare(server, readAll),
          unit: '',
          target: { least: 0.9 },
        },
        {
          name: 'the same in ranges of 4 MB',
          value: await compare(server, readRanges),
          unit: '',
          target: { least: 0.9 },
        },
      ]
    } finally {
      await server.stop()
    }
  })
