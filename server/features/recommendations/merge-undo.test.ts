import type { ActivityId, EditionId, InstitutionId } from '@lectern/contract/ids.ts'
import {
  mergeInstitution,
  readInstitution,
  saveInstitution,
  undoMerge,
} from '@lectern/contract/institutions/institutions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { examineAfterEach } from '../../testing/examination.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import {
  createEntry,
  createInstitution,
  createOfficer,
  createRecommendingActivity,
  recommenderOf,
} from '../../testing/recommendations.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let activityId: ActivityId
let otherActivity: ActivityId
let province: InstitutionId
let from: InstitutionId
let into: InstitutionId

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
afterEach(() => site.clock.set(fixedNow))
examineAfterEach(() => site)

const officeOf = (institution: InstitutionId, activity = activityId) =>
  recommenderOf(site, organiser, activity, institution)

const alias = (institution: InstitutionId, text: string) =>
  site.pool.query(
    `insert into institution_alias (id, institution_id, text, normal, created_at)
     values (gen_random_uuid(), $1::uuid, $2::text || right($1::text, 6), $2::text || right($1::text, 6), now())`,
    [institution, text],
  )

/** Somebody of the institution, also as an expert. */
const belong = async (institution: InstitutionId) => {
  const { id } = await createPerson(site)
  await site.pool.query('update account set institution_id = $1 where id = $2', [institution, id])
  await site.pool.query(
    `insert into reviewer_profile (account_id, institution, institution_id, updated_at)
     values ($1, 'as typed', $2, now())`,
    [id, institution],
  )
}

/** Two institutions with people, officers, names, quotas, and a list in an activity each. */
const createPair = async (kind: 'school' | 'province') => {
  activityId = await createRecommendingActivity(site, editionId, organiser, { by: kind })
  otherActivity = await createRecommendingActivity(site, editionId, organiser, { by: kind })
  province = await createInstitution(site, 'province')
  const parent = kind === 'school' ? province : null
  from = await createInstitution(site, kind, parent)
  into = await createInstitution(site, kind, parent)
  const [one, other] = [await createOfficer(site, from), await createOfficer(site, into)]
  // One person acts for both.
  await site.pool.query(
    `insert into institution_officer (id, institution_id, account_id, state, created_at, started_at)
     values (gen_random_uuid(), $1, $2, 'active', now(), now())`,
    [from, other.id],
  )
  for (const institution of [from, into]) {
    await belong(institution)
    await alias(institution, 'spelling')
    await officeOf(institution).grant(2)
    await officeOf(institution, otherActivity).grant(1)
    if (kind === 'province') await createInstitution(site, 'school', institution)
  }
  const [first, second] = [await createEntry(site, activityId, from), await createEntry(site, otherActivity, into)]
  await createEntry(site, activityId, into)
  await recommenderOf(site, one, activityId, from).add(first.id)
  await recommenderOf(site, other, otherActivity, into).add(second.id)
}

const tables = [
  'account',
  'team',
  'institution',
  'institution_alias',
  'institution_officer',
  'institution_spelling',
  'recommendation_list',
  'recommendation_quota',
  'recommendation_row',
  'recommendation_tally',
  'reviewer_profile',
]

/** Each table as one hash, but for what every change moves on, and the search column, which is made from the names. */
const digests = async (): Promise<Record<string, string>> => {
  const all: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await site.pool.query<{ digest: string }>(
      `select md5(string_agg(text, ',' order by text)) as digest
       from (select (to_jsonb(one) - '{version,updated_at,search}'::text[])::text as text from ${table} as one) as rows`,
    )
    all[table] = rows[0]!.digest
  }
  return all
}

const merge = async () => {
  const { rows } = await site.pool.query<{ version: number }>('select version from institution where id = $1', [from])
  const body = { into, version: rows[0]!.version }
  return site.ask(mergeInstitution, { headers: english(organiser), params: { id: from }, body })
}

const undo = (id: Awaited<ReturnType<typeof merge>>['data']['id']) =>
  site.ask(undoMerge, { headers: english(organiser), params: { id } })

test.each(['school', 'province'] as const)('undoing the merge of a %s restores every table', async (kind) => {
  await createPair(kind)
  const before = await digests()
  const { id } = (await merge()).data
  const merged = await digests()
  const below = kind === 'province' ? 'institution' : 'team'
  for (const table of ['account', 'team', 'institution_officer', 'institution_alias', 'institution_spelling', below])
    expect([table, merged[table]]).not.toEqual([table, before[table]])
  expect(await officeOf(into).read()).toMatchObject({ quota: 4, recommended: 1 })
  expect(await officeOf(into, otherActivity).read()).toMatchObject({ quota: 2, recommended: 1 })
  expect((await undo(id)).status).toBe(200)
  expect(await digests()).toEqual(before)
})

test('undoing a merge brings names back, also after the other institution was edited', async () => {
  await createPair('school')
  const read = async (id: InstitutionId) =>
    (await site.ask(readInstitution, { headers: english(organiser), params: { id } })).data
  const [one, other] = [await read(from), await read(into)]
  const { id } = (await merge()).data
  const { code, name, parentId, aliases, version } = await read(into)
  const body = { code, name, parentId, aliases: [...aliases, 'added since'], version }
  expect((await site.ask(saveInstitution, { headers: english(organiser), params: { id: into }, body })).status).toBe(
    200,
  )
  await undo(id)
  expect([(await read(from)).aliases, (await read(into)).aliases.toSorted()]).toEqual([
    one.aliases,
    ['added since', ...other.aliases].toSorted(),
  ])
})

test('a merge is not undone while a list uses places of both', async () => {
  await createPair('school')
  const more = [await createEntry(site, activityId, from), await createEntry(site, activityId, from)]
  const { id } = (await merge()).data
  await officeOf(into).add(...more.map((entry) => entry.id))
  expect((await undo(id)).failure().error).toBe('recommendation.mergeUsed')
  expect(await officeOf(into).read()).toMatchObject({ quota: 4, recommended: 3 })
})
