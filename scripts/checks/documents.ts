import { posix } from 'node:path'
import { lineAt, type Check, type Problem, type ProjectFile } from './project.ts'

/** Texts of the site itself are not documentation. */
const isDocument = ({ path }: ProjectFile): boolean => path.endsWith('.md') && !path.startsWith('server/database/')

const link = /\]\((?!https?:)([^)#\s]+)[^)]*\)/g
const namedPath = /`((?:contract|messages|server|web|e2e|bench|scripts|docs)\/[\w./-]+)`/g
/** Named from the folder of the server or of the screens on. */
const shortPath = /`((?:features|platform|pages|ui|app)\/[\w./-]+\.tsx?)`/g
const command = /\bnpm run (?:-s )?([\w-]+)/g

const scriptsIn = (files: readonly ProjectFile[]): ReadonlySet<string> => {
  const text = files.find(({ path }) => path === 'package.json')?.text ?? '{}'
  const { scripts = {} } = JSON.parse(text) as { scripts?: Record<string, string> }
  return new Set(Object.keys(scripts))
}

/** Everything that documents refer to exists: linked files, paths in the code, commands. Pictures are not checked. */
export const findStaleDocuments: Check = (files) => {
  const scripts = scriptsIn(files)
  const exists = (path: string): boolean => {
    const plain = path.replace(/\/$/, '')
    return files.some((file) => file.path === plain || file.path.startsWith(`${plain}/`))
  }
  const problemsIn = ({ path, text }: ProjectFile): Problem[] => {
    const find = (pattern: RegExp, isStale: (name: string) => boolean, what: string): Problem[] =>
      Array.from(text.matchAll(pattern))
        .filter(([, name]) => isStale(name!))
        .map(({ index, 1: name }) => ({
          path,
          line: lineAt(text, index),
          why: `names ${what} ${name}, which is not there`,
        }))
    const isNowhere = (target: string): boolean =>
      !target.endsWith('.png') && !exists(posix.join(posix.dirname(path), target))
    return [
      ...find(link, isNowhere, 'the document'),
      ...find(namedPath, (name) => !exists(name), 'the path'),
      ...find(shortPath, (name) => !exists(`server/${name}`) && !exists(`web/${name}`), 'the path'),
      ...find(command, (name) => !scripts.has(name), 'the command'),
    ]
  }
  return files.filter(isDocument).flatMap(problemsIn)
}
