import * as panels from '@lectern/contract/review/panel-desk.ts'
import * as contract from '@lectern/contract/review/review.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { moveStoredRound, openRound } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'

let site: TestSite
let shared: Pick<Awaited<ReturnType<typeof openRound>>, 'editionId' | 'activityId' | 'organiser'>
beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId)
  shared = { editionId, activityId, organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(() => site.close())

const panelRound = () =>
  openRound(site, { ...shared, works: 2, experts: 2, rules: { mode: 'panel', ties: [{ kind: 'chair' }] } })

const score = async (person: TestPerson, code: string, design: number, version = 0): Promise<void> => {
  const as = { headers: english(person), params: { code } }
  const sheet = { scores: { design, effect: 3000 }, comment: '', remark: '', notes: [], places: {}, seconds: 0 }
  await site.ask(contract.saveSheet, { ...as, body: { ...sheet, version } })
  const sent = await site.ask(contract.submitSheet, { ...as, body: { version: version + 1 } })
  expect(sent.status).toBe(200)
}

const panelOf = (person: TestPerson, round: string) =>
  site.ask(panels.readPanelDesk, { headers: english(person), params: { round } })
const sign = (person: TestPerson, round: string) =>
  site.ask(panels.signPanel, { headers: english(person), params: { round } })
const decide = (person: TestPerson, round: string, codes: string[]) =>
  site.ask(panels.decidePanelTie, {
    headers: english(person),
    params: { round },
    body: { codes, reason: 'More original' },
  })

test('the chair sees how far the panel is, and the scores of others only beside own ones', async () => {
  const { code, works, experts } = await panelRound()
  const [chair, member] = experts.map(({ person }) => person) as [TestPerson, TestPerson]
  expect((await panelOf(member, code)).failure().error).toBe('chair.only')
  await score(member, works[0]!.code, 5000)
  const before = (await panelOf(chair, code)).data
  expect(before.members.map(({ works: given, finished }) => [given, finished]).toSorted()).toEqual([
    [2, 0],
    [2, 1],
  ])
  expect(before.works.find((work) => work.code === works[0]!.code)).toMatchObject({
    finished: 1,
    needed: 2,
    lowest: null,
    highest: null,
    score: null,
    rank: null,
  })
  await score(chair, works[0]!.code, 3000)
  expect((await panelOf(chair, code)).data.works.find((work) => work.code === works[0]!.code)).toMatchObject({
    finished: 2,
    lowest: 6000,
    highest: 8000,
    isDiscrepant: true,
    score: 7000,
    rank: null,
  })
})

test('the chair puts tied works in order and signs; a later sheet makes the signature void', async () => {
  const { code, works, experts, roundId } = await panelRound()
  const [chair, member] = experts.map(({ person }) => person) as [TestPerson, TestPerson]
  const codes = works.map((work) => work.code)
  expect((await sign(chair, code)).failure().error).toBe('panel.unfinished')
  for (const person of [chair, member]) for (const work of codes) await score(person, work, 5000)
  const tied = (await panelOf(chair, code)).data
  expect(tied.ties).toEqual([{ codes: expect.arrayContaining(codes), reason: null }])
  expect(tied.works.map(({ rank }) => rank)).toEqual([1, 1])
  expect((await sign(chair, code)).failure().error).toBe('panel.unfinished')
  expect((await decide(chair, code, [codes[0]!, 'ABCDEF'])).failure().error).toBe('tie.none')
  expect((await decide(member, code, codes)).failure().error).toBe('chair.only')

  const order = codes.toSorted().toReversed()
  await decide(chair, code, order)
  const decided = (await panelOf(chair, code)).data
  expect(decided.ties).toEqual([{ codes: order, reason: 'More original' }])
  expect(Object.fromEntries(decided.works.map((work) => [work.code, work.rank]))).toEqual({
    [order[0]!]: 1,
    [order[1]!]: 2,
  })
  await sign(chair, code)
  expect((await panelOf(chair, code)).data.signedAt).not.toBeNull()
  await score(member, codes[0]!, 5100, 1)
  expect((await panelOf(chair, code)).data).toMatchObject({ signedAt: null, ties: [] })
  await moveStoredRound(site, roundId, 'settled')
  expect((await sign(chair, code)).failure().error).toBe('round.settled')
  expect((await panelOf(chair, code)).status).toBe(200)
})

test('a chair who does not judge a work sees none of its scores, does not place it, and may still sign', async () => {
  const { code, works, experts, roundId } = await panelRound()
  const [chair, member] = experts.map(({ person }) => person) as [TestPerson, TestPerson]
  const codes = works.map((work) => work.code)
  const decline = {
    headers: english(chair),
    params: { code: codes[0]! },
    body: { kind: 'conflict', reason: 'My school' } as const,
  }
  expect((await site.ask(contract.declineWork, decline)).status).toBe(200)
  await score(chair, codes[1]!, 5000)
  for (const work of codes) await score(member, work, 5000)
  await moveStoredRound(site, roundId, 'closed')
  const panel = (await panelOf(chair, code)).data
  const foreign = { lowest: null, highest: null, score: null, rank: null, isDiscrepant: false }
  expect(panel.works.find((work) => work.code === codes[0])).toMatchObject(foreign)
  expect((await decide(chair, code, codes)).failure().error).toBe('conflict.stands')
  expect((await sign(chair, code)).status).toBe(200)
})
