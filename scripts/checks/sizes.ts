import { isTest, type Check } from './project.ts'

const most = 400
const mostInFolder = 15

const measured = /\.(ts|tsx|mjs|css)$/
const apart = /^server\/database\/(migrations|seed)\//

export const findLongFiles: Check = (files) =>
  files
    .filter((file) => measured.test(file.path) && !apart.test(file.path) && !isTest(file))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => ({ path, line: most + 1, why: `has ${lines} lines; above ${most} it wants two rooms` }))

/** A folder of the server's features holds one capability: a newcomer sees all of it at a glance. */
export const findLargeFolders: Check = (files) => {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!/^server\/features\/.*\.ts$/.test(file.path) || isTest(file)) continue
    const folder = file.path.slice(0, file.path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > mostInFolder)
    .map(([path, count]) => ({ path, why: `has ${count} source files; above ${mostInFolder} it wants sub-folders` }))
}
