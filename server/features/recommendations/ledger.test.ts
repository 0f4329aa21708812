import type { ActivityId, EditionId, EnrolmentId } from '@lectern/contract/ids.ts'
import { saveRecommendations } from '@lectern/contract/recommendations/recommendations.ts'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import { asyncProperty, array, assert, integer, nat, oneof, record, constant } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import {
  assignTo,
  createEntry,
  createInstitution,
  createOfficer,
  createRecommendingActivity,
  recommenderOf,
} from '../../testing/recommendations.ts'
import { brokenInvariants } from '../../platform/invariants.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { recommendationInvariants } from './invariants.ts'

let site: TestSite
let organiser: TestPerson
let activityId: ActivityId
const entries: EnrolmentId[] = []

const size = 6

beforeAll(async () => {
  site = await startSite()
  const editionId: EditionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  activityId = await createRecommendingActivity(site, editionId, organiser, { by: 'school' })
  const first = await createInstitution(site, 'school')
  for (let at = 0; at < size; at++) entries.push((await createEntry(site, activityId, first)).id)
})
afterAll(() => site.close())

/** The entries belong to a new school, which nobody has recommended from. */
const freshSchool = async () => {
  await site.pool.query('delete from recommendation_list where handed_in_at is null')
  const school = await createInstitution(site, 'school')
  for (const id of entries) await assignTo(site, school, id)
  const officer = await createOfficer(site, school)
  return { school, officer }
}

const operation = oneof(
  record({ kind: constant('grant' as const), amount: integer({ min: -3, max: 4 }).filter((amount) => amount !== 0) }),
  record({ kind: constant('add' as const), entry: nat({ max: size - 1 }) }),
  record({ kind: constant('save' as const), order: array(nat({ max: size - 1 }), { maxLength: size }) }),
)

test('quota and ranks are what a plain list and a sum make of them, whatever is asked for in whatever order', async () => {
  await assert(
    asyncProperty(array(operation, { minLength: 4, maxLength: 14 }), async (operations) => {
      const { school, officer } = await freshSchool()
      const list = recommenderOf(site, officer, activityId, school)
      const nation = recommenderOf(site, organiser, activityId, school)
      const model = { balance: 0, ranked: [] as EnrolmentId[] }
      for (const asked of operations) {
        if (asked.kind === 'grant') {
          const isAllowed = model.balance + asked.amount >= model.ranked.length
          expect((await nation.grant(asked.amount)).status).toBe(isAllowed ? 200 : 409)
          if (isAllowed) model.balance += asked.amount
        } else if (asked.kind === 'add') {
          const id = entries[asked.entry]!
          const isNew = !model.ranked.includes(id)
          const isAllowed = !isNew || model.ranked.length < model.balance
          expect((await list.add(id)).status).toBe(isAllowed ? 200 : 409)
          if (isNew && isAllowed) model.ranked.push(id)
        } else {
          const rows = asked.order.map((at) => ({ entry: entries[at]!, remark: null }))
          const { version } = await list.read()
          const isTwice = new Set(asked.order).size < asked.order.length
          const isAllowed = !isTwice && rows.length <= model.balance
          const answer = await site.ask(saveRecommendations, {
            headers: english(officer),
            params: { activity: activityId, institution: school },
            body: { version, rows },
          })
          expect(answer.status).toBe(isTwice ? 422 : isAllowed ? 200 : 409)
          if (isAllowed) model.ranked = rows.map(({ entry }) => entry)
        }
      }
      const { list: rows, quota, recommended } = await list.read()
      expect({ quota, recommended, rows: rows.map(({ entry, rank }) => [rank, entry]) }).toEqual({
        quota: model.balance,
        recommended: model.ranked.length,
        rows: model.ranked.map((entry, at) => [at + 1, entry]),
      })
      expect(await brokenInvariants(site.pool, recommendationInvariants)).toEqual([])
    }),
    propertyRuns(40),
  )
})
