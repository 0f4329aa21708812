import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const path = join(root, 'build', 'message-files.ts')

const stored = () => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Lists the files of messages for the compiler, which reads the ids of all texts from them. Silent if nothing is new. */
export const ensureMessageFiles = () => {
  const names = readdirSync(join(root, 'messages', 'en-US')).toSorted((a, b) => (a < b ? -1 : 1))
  const types = names.map((name) => `  | typeof import('../messages/en-US/${name}')\n`)
  const text = `export type MessageFile =\n${types.join('')}`
  if (stored() === text) return
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(path, text)
}
