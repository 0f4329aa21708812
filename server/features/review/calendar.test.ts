import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { english, type TestPerson } from '../../testing/people.ts'
import { createExpert, storeReviewer, storeRound } from '../../testing/rounds.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'

let site: TestSite
let round: Omit<Parameters<typeof storeRound>[1], 'state'>
let expert: TestPerson
beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  round = { editionId, activityIds: [await createWorkActivity(site, editionId)] }
  expert = await createExpert(site)
})
afterAll(() => site.close())

const invite = async (window: Partial<typeof round> = {}) => {
  const { id, code } = await storeRound(site, { ...round, ...window })
  await storeReviewer(site, id, expert.id, { state: 'invited' })
  return code
}

const read = (code: string, headers: Record<string, string> = english(expert)) =>
  site.get(`/api/review/rounds/${code}/calendar.ics`, headers)

const half = 30 * 60_000
/** As calendars write a moment. */
const written = (moment: Date): string => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const linesOf = (text: string, ...names: string[]) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => names.some((name) => line.startsWith(`${name}:`)))

test('whoever is invited gets the opening and the end of a round as events, with a way to the desk', async () => {
  const code = await invite()
  const { status, headers, text } = await read(code)
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    expect.stringContaining(`${code}.ics`),
  ])
  expect(linesOf(text, 'SUMMARY', 'DTSTART', 'DTEND', 'NAME')).toEqual([
    'NAME:First round',
    `DTSTART:${written(daysFromNoon(-5))}`,
    `DTEND:${written(after(half, daysFromNoon(-5)))}`,
    'SUMMARY:First round: Review opens',
    `DTSTART:${written(after(-half, daysFromNoon(5)))}`,
    `DTEND:${written(daysFromNoon(5))}`,
    'SUMMARY:First round: Review closes',
  ])
  expect(linesOf(text, 'URL').map((line) => new URL(line.slice('URL:'.length)).pathname)).toEqual([
    '/Review',
    '/Review',
  ])
  expect(linesOf(text, 'URL').filter((line) => !line.endsWith(`?round=${code}`))).toEqual([])
})

test('a round without a time has no event for it', async () => {
  const onlyEnd = await invite({ opensAt: null, closesAt: daysFromNoon(2) })
  expect(linesOf((await read(onlyEnd)).text, 'SUMMARY')).toEqual(['SUMMARY:First round: Review closes'])
  const open = await invite({ opensAt: null, closesAt: null })
  expect(linesOf((await read(open)).text, 'SUMMARY')).toEqual([])
})

test('it does not exist for experts who are not invited, nor for visitors', async () => {
  const code = await invite()
  const stranger = await createExpert(site)
  expect([(await read(code, stranger.headers)).status, (await read(code, {})).status]).toEqual([404, 401])
})
