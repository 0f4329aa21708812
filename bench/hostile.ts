import { setTimeout as sleep } from 'node:timers/promises'
import { zipOf } from '../server/testing/document-samples.ts'
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
import { allWorks, handIn, readAs, untilChecked, withDemo, type Demo } from './handing-in.ts'
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
    await slidesOf(' '.repeat(15_000_000), 15),
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

/** One team hands in files that were made to exhaust the server; another one an honest film. */
export const measureHostile = (): Promise<Result[]> =>
  withDemo(async (demo) => {
    const [one, other] = (await allWorks(demo)).filter(({ may }) => may.edit === null)
    if (!one || !other) throw new Error('the demo has no two works that can be changed')
    const honest: Team = { demo, workId: other.id }
    await checkFilm(honest)
    const alone = median([await checkFilm(honest), await checkFilm(honest), await checkFilm(honest)])
    await untilQuiet(demo.app)
    const { memory: before } = await demo.app.usage()
    const files = await hostileFiles()
    for (let round = 0; round < rounds; round += 1)
      for (const content of files) await handIn(demo, one.id, 'plan', content)
    const waiting = await countOpen(demo)
    const times = [await checkFilm(honest), await checkFilm(honest), await checkFilm(honest)]
    const began = performance.now()
    while ((await countOpen(demo)) > 0) await sleep(500)
    const { memory: last } = await demo.app.usage()
    await untilQuiet(demo.app)
    const { memory: after } = await demo.app.usage()
    return [
      { name: 'hostile files of one team', value: rounds * files.length, unit: '' },
      { name: 'of these, not checked when the film of another team arrives', value: waiting, unit: '' },
      { name: 'an honest film alone: until it is checked', value: alone, unit: 's' },
      {
        name: 'the longest of three behind them, beyond alone',
        value: Math.max(...times) - alone,
        unit: 's',
        target: { most: 5 },
      },
      { name: 'until all hostile files are checked', value: (performance.now() - began) / 1000, unit: 's' },
      { name: 'memory of the server when they are, beyond before', value: (last - before) / megabyte, unit: 'MB' },
      {
        name: 'memory of the server at rest, beyond before',
        value: (after - before) / megabyte,
        unit: 'MB',
        target: { most: 30 },
      },
    ]
  })
