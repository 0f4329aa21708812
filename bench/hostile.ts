import { setTimeout as sleep } from 'node:timers/promises'
import { pdfSample, photoSample, slidesSample, zipOf } from '../server/testing/document-samples.ts'
import {
  deepFilm,
  filmOfBoxes,
  lyingZip,
  pdfBomb,
  pngBomb,
  repeatedPdf,
  slidesOf,
} from '../server/testing/hostile-files.ts'
import { mediaSample } from '../server/testing/media-samples.ts'
import { allWorks, handIn, readAs, untilChecked, withDemo, type Demo } from './demo-works.ts'
import { median, type Result } from './results.ts'
import { untilQuiet } from './uploads.ts'

const megabyte = 1024 * 1024

/** Five rounds of these: files that are small, and made to exhaust whoever reads them. */
const hostileFiles = async (): Promise<Buffer[]> => {
  const film = await mediaSample('lesson.mp4')
  const three = (text: string): string => text.repeat(Math.ceil(3_000_000 / text.length))
  return [
    pdfBomb(),
    repeatedPdf({ megabytes: 20, times: 100 }),
    repeatedPdf({ megabytes: 1, times: 1_000 }),
    await slidesOf(three('<')),
    await slidesOf(three('&#1')),
    await slidesOf(...Array.from({ length: 15 }, () => ' '.repeat(15_000_000))),
    await zipOf({ 'bomb.bin': new Uint8Array(60_000_000) }),
    await lyingZip(new Uint8Array(40_000_000), 1_000),
    await zipOf(Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`${'a/'.repeat(100)}${at}.txt`, 'a']))),
    pngBomb(9_900),
    pngBomb(60_000),
    filmOfBoxes(200_000),
    deepFilm(50_000),
    film.subarray(0, film.length / 2),
  ]
}

/** As many that people hand in, in the same types. */
const honestFiles = async (count: number): Promise<Buffer[]> => {
  const kinds = [
    await pdfSample(10),
    await slidesSample(),
    await photoSample('png'),
    await zipOf({ 'lesson.txt': 'Lesson' }),
    await mediaSample('lesson.mp4'),
  ]
  return Array.from({ length: count }, (_, at) => kinds[at % kinds.length]!)
}

const rounds = 5

interface Team {
  demo: Demo
  workId: string
}

/** Seconds from the last byte of an honest film until it is checked. */
const checkFilm = async ({ demo, workId }: Team): Promise<number> => {
  const address = await handIn(demo, workId, 'film', await mediaSample('lesson.mp4'))
  const began = performance.now()
  await untilChecked(demo, address, workId)
  return (performance.now() - began) / 1000
}

const countOpen = async (demo: Demo): Promise<number> => {
  const { counts } = await readAs<{ counts: Record<string, number> }>(demo, '/api/tasks?kind=inspect')
  return (counts['waiting'] ?? 0) + (counts['running'] ?? 0)
}

interface Measured {
  files: number
  /** Seconds. */
  alone: number
  behind: number
  all: number
  /** Files that were not checked when the film of another team arrived. */
  waiting: number
  /** Of memory, in megabytes: when all files are checked, and at rest. */
  last: number
  rest: number
}

/** One team hands in many files; another one an honest film. In a program of their own. */
const measureFiles = (files: readonly Buffer[]): Promise<Measured> =>
  withDemo(async (demo) => {
    const [one, other] = (await allWorks(demo)).filter(({ may }) => may.edit === null)
    if (!one || !other) throw new Error('the demo has no two works that can be changed')
    const honest: Team = { demo, workId: other.id }
    await checkFilm(honest)
    const alone = median([await checkFilm(honest), await checkFilm(honest), await checkFilm(honest)])
    await untilQuiet(demo.app)
    const { memory: before } = await demo.app.usage()
    const growth = async (): Promise<number> => ((await demo.app.usage()).memory - before) / megabyte
    for (let round = 0; round < rounds; round += 1)
      for (const content of files) await handIn(demo, one.id, 'plan', content)
    const waiting = await countOpen(demo)
    const times = [await checkFilm(honest), await checkFilm(honest), await checkFilm(honest)]
    const began = performance.now()
    while ((await countOpen(demo)) > 0) await sleep(500)
    const all = (performance.now() - began) / 1000
    const last = await growth()
    await untilQuiet(demo.app)
    const behind = Math.max(...times) - alone
    return { files: rounds * files.length, alone, behind, all, waiting, last, rest: await growth() }
  })

/** Files that were made to exhaust the server, and as many honest ones. */
export const measureHostile = async (): Promise<Result[]> => {
  const files = await hostileFiles()
  const control = await measureFiles(await honestFiles(files.length))
  const hostile = await measureFiles(files)
  return [
    { name: 'hostile files of one team', value: hostile.files, unit: '' },
    { name: 'of these, not checked when the film of another team arrives', value: hostile.waiting, unit: '' },
    { name: 'an honest film alone: until it is checked', value: hostile.alone, unit: 's' },
    {
      name: 'the longest of three behind them, beyond alone',
      value: hostile.behind,
      unit: 's',
      target: { most: 5 },
    },
    { name: 'the same behind as many honest files', value: control.behind, unit: 's' },
    { name: 'until all hostile files are checked', value: hostile.all, unit: 's' },
    { name: 'memory of the server when they are, beyond before', value: hostile.last, unit: 'MB' },
    { name: 'memory of the server at rest, beyond before', value: hostile.rest, unit: 'MB' },
    { name: 'the same after as many honest files', value: control.rest, unit: 'MB' },
    {
      name: 'memory of the server at rest, beyond that after honest files',
      value: hostile.rest - control.rest,
      unit: 'MB',
      target: { most: 30 },
    },
  ]
}
