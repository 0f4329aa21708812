import { readdir, readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever its own clock does. */
const ticksPerSecond = 100

interface ProcessTimes {
  parent: number
  /** Of itself, and of children that have ended. */
  seconds: number
}

const readTimes = async (pid: string): Promise<[number, ProcessTimes] | undefined> => {
  // It may have ended since it was listed.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name, in brackets, may contain blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, times] = [Number(fields[1]), fields.slice(11, 15)]
  return [Number(pid), { parent, seconds: times.reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond }]
}

/** Processor seconds so far of each of these processes with everything that it has started, on Linux. */
export const processorSeconds = async (pids: readonly number[]): Promise<number[]> => {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = new Map((await Promise.all(names.map(readTimes))).filter((entry) => entry !== undefined))
  const sumOf = (pid: number): number =>
    [...all].reduce(
      (sum, [child, { parent }]) => (parent === pid ? sum + sumOf(child) : sum),
      all.get(pid)?.seconds ?? 0,
    )
  return pids.map(sumOf)
}
