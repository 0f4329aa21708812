import {
  createEdition as createEditionEndpoint,
  listEditions,
  readEditionChecks,
} from '@lectern/contract/competition/editions.ts'
import { readTemplate, saveTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { issuerOf } from '../../testing/certificates.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { storeRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let organiser: TestPerson
let headers: Record<string, string>

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  headers = english(organiser)
})
afterAll(() => site.close())

const said = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })

const checksOf = async (id: EditionId) => {
  const { list } = (await site.ask(readEditionChecks, { headers, params: { id } })).data
  return Object.fromEntries(list.map(({ check, count, names }) => [check, { count, names }]))
}

test('an edition is checked for another year, times that have passed, and what is missing', async () => {
  const editionId = await createEdition(site)
  await createActivity(site, editionId, {
    code: 'AA',
    name: said('课程创新', 'Course'),
    summary: said('已有 12026 人参加', '12026 people took part'),
  })
  const dated = await createActivity(site, editionId, {
    code: 'BB',
    name: said('慕课', 'Open course'),
    rules: said('2026 年规则', 'Rules'),
  })
  await createPhase(site, editionId, {
    activityId: dated,
    kind: 'review',
    opensAt: daysFromNoon(-900),
    closesAt: daysFromNoon(-800),
  })
  await storeRound(site, { editionId, activityIds: [dated], opensAt: daysFromNoon(-900), closesAt: daysFromNoon(-800) })
  const body = { year: 2027, name: said('第九届', 'Ninth'), timeZone: 'Asia/Shanghai', copyOf: editionId }
  const { id } = (await site.ask(createEditionEndpoint, { headers, body })).data
  expect(await checksOf(id)).toEqual({
    oldYear: { count: 1, names: ['Open course'] },
    pastPhases: { count: 1, names: ['Review'] },
    drafts: { count: 2, names: ['Course', 'Open course'] },
    pastRounds: { count: 1, names: ['First round'] },
    noPrizes: { count: 2, names: ['Course', 'Open course'] },
    oldTemplates: { count: 0, names: [] },
    notCurrent: { count: 1, names: ['Ninth'] },
  })
  expect((await checksOf(editionId))['notCurrent']).toEqual({ count: 0, names: [] })
})

test('a certificate template that names the year before is found by its texts', async () => {
  const { list: editions } = (await site.ask(listEditions, { headers, query: {} })).data
  const next = editions[0]!.id
  const [first] = (await issuerOf(site, organiser)).templates
  const params = { id: first!.id }
  const { version, source } = (await site.ask(readTemplate, { headers, params })).data
  const elements = source.design.elements.map((element) =>
    element.kind === 'text' ? { ...element, text: said('2026 年度', 'Year 2026') } : element,
  )
  await site.ask(saveTemplate, {
    headers,
    params,
    body: { version, ...source, design: { ...source.design, elements } },
  })
  expect((await checksOf(next))['oldTemplates']).toEqual({ count: 1, names: [first!.name] })
})
