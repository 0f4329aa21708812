import { isTest, type Check } from './project.ts'

const most = 400

const measured = /\.(ts|tsx|mjs|css)$/
const apart = /^server\/database\/(migrations|seed)\//

export const findLongFiles: Check = (files) =>
  files
    .filter((file) => measured.test(file.path) && !apart.test(file.path) && !isTest(file))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => ({ path, line: most + 1, why: `has ${lines} lines; above ${most} it wants two rooms` }))
