import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { ignoredFolders, readProject, root } from './project.ts'
import { applyTutorial } from './tutorial.ts'

// Copies the project into an empty folder and adds the example of docs/new-stage.md to the copy.

const [target] = process.argv.slice(2)
if (!target || !existsSync(target) || readdirSync(target).length > 0) throw new Error('Name an empty folder.')

const { written, foreign, problems } = applyTutorial(readProject())
for (const { path, line, why } of problems) process.stdout.write(`${path}${line ? `:${line}` : ''} ${why}\n`)
if (problems.length > 0) process.exit(1)

const workspaces = ['contract', 'messages', 'server', 'web']

const isCopied = (path: string): boolean => !path.split(sep).some((name) => ignoredFolders.has(name))

for (const name of readdirSync(root).filter(isCopied))
  cpSync(join(root, name), join(target, name), { recursive: true, filter: (path) => isCopied(path.slice(root.length)) })

/** Packages are shared; what tools write beside them is not. */
const linkPackages = (from: string, to: string): void => {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const [source, place] = [join(from, name), join(to, name)]
    if (name === '@lectern' || (name.startsWith('.') && name !== '.bin' && statSync(source).isDirectory())) continue
    if (statSync(source).isDirectory()) symlinkSync(source, place, 'junction')
    else copyFileSync(source, place)
  }
}
for (const place of ['', ...workspaces])
  linkPackages(join(root, place, 'node_modules'), join(target, place, 'node_modules'))
// The packages of the project itself are those of the copy.
mkdirSync(join(target, 'node_modules', '@lectern'))
for (const name of workspaces)
  symlinkSync(join(target, name), join(target, 'node_modules', '@lectern', basename(name)), 'junction')

for (const { path, text } of written) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  writeFileSync(join(target, path), text)
}
const added = written.filter(({ path }) => !foreign.includes(path))
process.stdout.write(
  `${added.length} new files; existing files that a stage changes:\n${foreign.map((path) => `  ${path}\n`).join('')}`,
)
