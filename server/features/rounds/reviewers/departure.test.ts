import { setMemberStatus } from '@lectern/contract/accounts/accounts.ts'
import { saveSheet, submitSheet } from '@lectern/contract/review/review.ts'
import { readBoard } from '@lectern/contract/review/review-board.ts'
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

const written = {
  scores: { design: 100, effect: 100 },
  comment: 'Clear',
  remark: '',
  notes: [],
  places: {},
  seconds: 5,
}

/** The first expert has submitted the sheet of the first work and begun that of the third, which comes last in turn. */
const startRound = async () => {
  const round = await openRound(site, { ...shared, works: 3, experts: 3 })
  const { person, reviewerId } = round.experts[0]!
  const as = { headers: english(person), params: { code: round.works[0]!.code } }
  await site.ask(saveSheet, { ...as, body: { ...written, version: 0 } })
  expect((await site.ask(submitSheet, { ...as, body: { version: 1 } })).status).toBe(200)
  const begun = { ...as, params: { code: round.works[2]!.code } }
  expect((await site.ask(saveSheet, { ...begun, body: { ...written, version: 0 } })).status).toBe(200)
  return { ...round, person, reviewerId }
}
type Started = Awaited<ReturnType<typeof startRound>>

const standing = async ({ roundId, reviewerId }: Started) => {
  const reviewers = await site.pool.query<{ state: string; is_chair: boolean }>(
    `select state, is_chair from reviewer where id = $1`,
    [reviewerId],
  )
  const { rows } = await site.pool.query<{ state: string; comment: string | null }>(
    `select state, comment from assignment left join sheet on assignment_id = assignment.id
     where round_id = $1 and reviewer_id = $2 order by state`,
    [roundId, reviewerId],
  )
  return { reviewer: reviewers.rows[0]!.state, assignments: rows.map(({ state, comment }) => [state, comment]) }
}

const shortOf = async ({ organiser, roundId }: Started): Promise<string[]> => {
  const { data } = await site.ask(readBoard, { headers: english(organiser), params: { id: roundId } })
  return data.short.map(({ code }) => code)
}

const changeAccess = (person: TestPerson, access: string) =>
  site.call('PUT', `/api/user/user/${person.id}`, {
    headers: english(shared.organiser),
    body: { uid: person.id, access },
  })

const left = {
  reviewer: 'removed',
  assignments: [
    ['kept', 'Clear'],
    ['removed', 'Clear'],
  ],
}

test('an expert whose access is taken away leaves the round: submitted sheets count, other works are short, nothing is lost', async () => {
  const round = await startRound()
  expect(await shortOf(round)).toEqual([])
  expect((await changeAccess(round.person, 'user')).status).toBe(200)
  expect(await standing(round)).toEqual(left)
  expect(await shortOf(round)).toEqual([round.works[2]!.code])
  const { rows } = await site.pool.query<{ action: string }>(
    `select action from audit where subject_id = $1 order by at desc limit 1`,
    [round.reviewerId],
  )
  expect(rows).toEqual([{ action: 'reviewer.removed' }])
})

test('an expert whose account is disabled leaves the round, and may be invited again later', async () => {
  const round = await startRound()
  const as = { headers: english(shared.organiser), params: { uid: round.person.id } }
  expect((await site.ask(setMemberStatus, { ...as, body: { status: 'disabled', version: 1 } })).status).toBe(200)
  expect(await standing(round)).toEqual(left)
  expect((await site.ask(setMemberStatus, { ...as, body: { status: 'active', version: 2 } })).status).toBe(200)
  expect(await standing(round)).toEqual(left)
  const path = `/api/rounds/${round.roundId}/reviewers/${round.reviewerId}/invitation`
  expect((await site.call('POST', path, { headers: english(shared.organiser) })).status).toBe(200)
})

test('rounds that are settled stay as they are, and other changes of the account change nothing', async () => {
  const round = await startRound()
  await site.call('PUT', `/api/user/user/${round.person.id}`, {
    headers: english(shared.organiser),
    body: { uid: round.person.id, nickname: 'Chalk' },
  })
  const before = await standing(round)
  expect(before.reviewer).toBe('accepted')
  await moveStoredRound(site, round.roundId, 'settled')
  expect((await changeAccess(round.person, 'user')).status).toBe(200)
  expect(await standing(round)).toEqual(before)
})
