import { readFileSync } from 'node:fs'

/** What a profile of the tests tells: where processor time goes, by stage, by phase, by folder, by file and by test. */

const dearestFiles = 30
const dearestTests = 20

/** Processor seconds of all programs that we started and that have ended. Only Linux tells. */
export const childSeconds = () => {
  try {
    // The name of the program is in brackets, and may contain spaces. Times are in hundredths of a second.
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const values = fields.split(' ')
    return (Number(values[13]) + Number(values[14])) / 100
  } catch {
    return undefined
  }
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0)
const inSeconds = (milliseconds) => (milliseconds / 1000).toFixed(1)

const columns = [
  { title: 'files', of: (files) => String(files.length) },
  { title: 'cpu s', of: (files) => inSeconds(sumOf(files.map(({ usage }) => usage?.processorMilliseconds ?? 0))) },
  { title: 'load s', of: (files) => inSeconds(sumOf(files.map(({ loading }) => loading))) },
  { title: 'hooks s', of: (files) => inSeconds(sumOf(files.map(hooksOf))) },
  { title: 'tests s', of: (files) => inSeconds(sumOf(files.map(testsOf))) },
  { title: 'tests', of: (files) => String(sumOf(files.map(({ tests }) => tests.length))) },
  { title: 'sites', of: (files) => String(sumOf(files.map(({ usage }) => usage?.sites ?? 0))) },
  { title: 'requests', of: (files) => String(sumOf(files.map(({ usage }) => usage?.requests ?? 0))) },
  { title: 'statements', of: (files) => String(sumOf(files.map(({ usage }) => usage?.statements ?? 0))) },
]

const testsOf = ({ tests }) => sumOf(tests.map(({ milliseconds }) => milliseconds))
/** Hooks around all tests of a file; those around each test count as part of it. */
const hooksOf = (file) => Math.max(0, file.hooksAndTests - testsOf(file))

const widths = columns.map(({ title }) => Math.max(title.length, 9))

const line = (cells, name) => `  ${cells.map((cell, at) => cell.padStart(widths[at])).join(' ')}  ${name}`

const header = line(
  columns.map(({ title }) => title),
  '',
)

const rowOf = (files, name) =>
  line(
    columns.map(({ of }) => of(files)),
    name,
  )

const processorOf = (files) => sumOf(files.map(({ usage }) => usage?.processorMilliseconds ?? 0))

/** The first folders of a path say which part of the product it is. */
const folderOf = ({ file }) => {
  const folders = file.split('/').slice(0, -1)
  const depth = ['features', 'platform', 'pages'].includes(folders[1]) ? 3 : 2
  return folders.slice(0, depth).join('/')
}

/** The lines about the tests of one run of vitest. */
export const describeFiles = (files) => {
  const byFolder = [...Map.groupBy(files, folderOf)].toSorted(
    ([, one], [, other]) => processorOf(other) - processorOf(one),
  )
  const byFile = files.toSorted((one, other) => processorOf([other]) - processorOf([one]))
  const allTests = files
    .flatMap(({ file, tests }) => tests.map((test) => ({ file, ...test })))
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
  return [
    header,
    rowOf(files, 'all'),
    'by folder:',
    header,
    ...byFolder.map(([folder, group]) => rowOf(group, folder)),
    `the ${dearestFiles} dearest files:`,
    header,
    ...byFile.slice(0, dearestFiles).map((file) => rowOf([file], file.file)),
    `the ${dearestTests} dearest tests:`,
    ...allTests
      .slice(0, dearestTests)
      .map(({ file, name, milliseconds }) => `  ${inSeconds(milliseconds).padStart(7)} s  ${file}: ${name}`),
  ]
}
