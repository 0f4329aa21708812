import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  path: string
  text: string
}

export interface Problem {
  path: string
  line?: number
  why: string
}

/** Checks all files of the project against one rule. */
export type Check = (files: readonly ProjectFile[]) => Problem[]

export const root = dirname(dirname(import.meta.dirname))

/** Ignored folders, as in .gitignore, and git itself. */
export const ignoredFolders: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'build',
  'data',
  'coverage',
  'test-results',
  'playwright-report',
])

const textual =
  /\.(ts|tsx|mjs|js|json|css|html|md|sql|svg|yml|yaml|sh|txt|service)$|(^|\/)[^./]+$|(^|\/)\.(npmrc|gitignore|editorconfig)$/

const pathsUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignoredFolders.has(entry.name)) return []
    const path = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? pathsUnder(path) : [path]
  })

export const readProject = (): ProjectFile[] =>
  pathsUnder('')
    .filter((path) => textual.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

export const isCode = ({ path }: ProjectFile): boolean => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** Tests and test support: not part of the program. */
export const isTest = ({ path }: Pick<ProjectFile, 'path'>): boolean =>
  /\.test\.tsx?$/.test(path) || /^(e2e|bench)\/|(^|\/)testing\//.test(path)
