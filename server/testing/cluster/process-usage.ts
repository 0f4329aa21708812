import { readdir, readFile } from 'node:fs/promises'
import type { Usage } from './growth.ts'

/** Linux alone says what another process uses. */
export const lacksProcessUsage = process.platform !== 'linux'

const numberIn = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)![1])

/** Of the only child of a launcher. */
export const usageOfChild = async (launcher: number): Promise<Usage> => {
  const [pid = ''] = (await readFile(`/proc/${launcher}/task/${launcher}/children`, 'utf8')).split(' ')
  const [status, files] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)])
  return { memory: numberIn(status, 'VmRSS') / 1024, handles: files.length, threads: numberIn(status, 'Threads') }
}
