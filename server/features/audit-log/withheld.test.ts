import { listAudit } from '@lectern/contract/audit/audit.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import { listOutbox } from '@lectern/contract/outbox/outbox.ts'
import { inviteReviewers } from '@lectern/contract/rounds/reviewers.ts'
import { deleteRound, readRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { storeAcceptedWork } from '../../testing/accepted-works.ts'
import { createExpert, storeRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
/** An organiser with a team in the first of two activities. */
let participant: TestPerson
let own: { activityId: ActivityId; roundId: RoundId; mail: string }
let others: typeof own

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  participant = await createPerson(site, { access: 'admin' })
  editionId = await createEdition(site)
  const judgedBy = async (realName: string) => {
    const activityId = await createWorkActivity(site, editionId)
    const { id: roundId } = await storeRound(site, { editionId, activityIds: [activityId] })
    const mail = `${realName.toLowerCase().replace(' ', '-')}@example.org`
    const expert = await createExpert(site, { realName, email: mail })
    const asked = { params: { id: roundId }, body: { accounts: [expert.id] } }
    await site.ask(inviteReviewers, { headers: english(organiser), ...asked })
    return { activityId, roundId, mail }
  }
  own = await judgedBy('Own Judge')
  others = await judgedBy('Other Judge')
  await storeAcceptedWork(site, own.activityId, { captain: participant })
})
afterAll(() => site.close())

const readLog = async (who: TestPerson, query: Record<string, string> = {}) =>
  (await site.ask(listAudit, { headers: english(who), query: { pageSize: '100', ...query } })).data

const readLetters = async (who: TestPerson, search?: string) =>
  (await site.ask(listOutbox, { headers: english(who), query: { pageSize: '100', ...(search && { search }) } })).data

const subjectsOf = (list: readonly { action: string; subjectName: string | null }[]) =>
  list
    .filter(({ action }) => action === 'reviewer.invited')
    .map(({ subjectName }) => subjectName)
    .toSorted()

test('organisers who take part read neither log nor letters about their activity, and are told how many there are', async () => {
  const whole = await readLog(organiser)
  expect([subjectsOf(whole.list), whole.withheld]).toEqual([['Other Judge', 'Own Judge'], 0])
  const shown = await readLog(participant)
  expect(subjectsOf(shown.list)).toEqual(['Other Judge'])
  expect(shown.withheld).toBeGreaterThan(0)
  expect(shown.total + shown.withheld).toBe(whole.total)

  const recipientsFor = async (who: TestPerson) => {
    const { list, total, withheld } = await readLetters(who)
    return [list.map(({ recipient }) => recipient).toSorted(), total, withheld]
  }
  expect(await recipientsFor(organiser)).toEqual([[others.mail, own.mail], 2, 0])
  expect(await recipientsFor(participant)).toEqual([[others.mail], 1, 1])
})

test('no filter, search, number or name tells what is withheld', async () => {
  const { withheld } = await readLog(participant)
  const byExpert = await readLog(participant, { subjectKind: 'round', subjectId: own.roundId, action: 'round.saved' })
  expect([byExpert.list, byExpert.total, byExpert.withheld, byExpert.chosen.subject]).toEqual([[], 0, withheld, null])
  const found = await readLetters(participant, own.mail)
  expect([found.list, found.total, found.withheld]).toEqual([[], 0, 1])
})

test('a letter about the own activity is not sent again', async () => {
  const { rows } = await site.pool.query<{ id: string }>(
    `update outbox set state = 'failed' where $1 = any (activity_ids) returning id`,
    [own.activityId],
  )
  const path = `/api/outbox/${rows[0]!.id}/again`
  expect((await site.callAs(participant, 'POST', path)).failure().error).toBe('organiser.takesPart')
  expect((await site.callAs(organiser, 'POST', path)).status).toBe(200)
})

test('of a letter that does not tell what it is about, such as one of an earlier version, they see nothing', async () => {
  await site.pool.query('create table remembered as select id, activity_ids from outbox')
  await site.pool.query('update outbox set activity_ids = null')
  expect([(await readLetters(participant)).withheld, (await readLetters(organiser)).withheld]).toEqual([2, 0])
  await site.pool.query(
    'update outbox set activity_ids = remembered.activity_ids from remembered where remembered.id = outbox.id',
  )
})

test('what was deleted stays withheld', async () => {
  const { id } = await storeRound(site, { editionId, activityIds: [own.activityId] })
  const as = { headers: english(organiser), params: { id } }
  const { version } = (await site.ask(readRound, as)).data
  expect((await site.ask(deleteRound, { ...as, query: { version: String(version) } })).status).toBe(200)
  expect((await readLog(organiser, { subjectKind: 'round', subjectId: id })).total).toBe(1)
  expect((await readLog(participant, { subjectKind: 'round', subjectId: id })).total).toBe(0)
})
