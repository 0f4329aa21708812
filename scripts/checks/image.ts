import { posix } from 'node:path'
import type { Check } from './project.ts'

interface Locked {
  link?: boolean
  dev?: boolean
}

interface Instruction {
  name: string
  words: string[]
}

const path = 'Dockerfile'

const instructionsOf = (text: string): Instruction[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/)
      return { name, words }
    })

/** Where the last stage has a path of the stages before it. */
const copiedTo = (last: readonly Instruction[], folder: string, source: string): string[] =>
  last
    .filter(({ name, words }) => name === 'COPY' && words[0]?.startsWith('--from='))
    .flatMap(({ words: [, ...paths] }) => {
      const target = posix.resolve(folder, paths.at(-1)!)
      return paths
        .slice(0, -1)
        .filter((copied) => `${source}/`.startsWith(`${posix.resolve(copied)}/`))
        .map((copied) => posix.join(target, posix.relative(copied, source)))
    })

/**
 * npm installs some packages in the folders of workspaces. One that is imported on demand would be missed only when somebody needs it.
 */
export const findImageProblems: Check = (files) => {
  const [dockerfile, lock] = [path, 'package-lock.json'].map((name) => files.find((file) => file.path === name))
  if (!dockerfile || !lock) return []
  const instructions = instructionsOf(dockerfile.text)
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
  const folder = last.find(({ name }) => name === 'WORKDIR')?.words[0] ?? '/'
  // Workspaces whose code runs there; the folder of each has its name.
  const running = last.flatMap(({ name, words }) => (name === 'COPY' && words[0] === words[1] ? [words[0]] : []))
  const { packages } = JSON.parse(lock.text) as { packages: Record<string, Locked> }
  const needed = Object.entries(packages)
    .filter(([key, { dev, link }]) => /(?:^|\/)node_modules\//.test(key) && !dev && !link)
    .filter(([key]) => ['node_modules', ...running].includes(key.split('/')[0]))
    .map(([key]) => posix.join(folder, key))
  return needed
    .filter((installed) => !copiedTo(last, folder, installed).includes(installed))
    .map((installed) => ({ path, why: `does not copy ${installed} into its last stage` }))
}
