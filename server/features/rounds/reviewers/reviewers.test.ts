import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import { deleteAccount } from '@lectern/contract/accounts/my-data.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import {
  inviteAgain,
  inviteReviewers,
  listCandidates,
  listPanels,
  listReviewers,
  savePanels,
  saveReviewer,
  type Reviewer,
} from '@lectern/contract/rounds/reviewers.ts'
import { createTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDocuments } from '../../../database/documents.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../../testing/contest.ts'
import { meetAt } from '../../../testing/meeting.ts'
import { givePassword, ownPassword } from '../../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { storeAcceptedWork } from '../../../testing/accepted-works.ts'
import {
  createExpert,
  moveStoredRound,
  openRound,
  storeEntry,
  storeReviewer,
  storeRound,
} from '../../../testing/rounds.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { outbox } from '../../outbox/tables.ts'
import { remindReviewers } from './reviewer-notices.ts'
import { reviewer } from '../tables.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let organiser: TestPerson
let as: { headers: Record<string, string> }

beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
  organiser = await createPerson(site, { access: 'admin' })
  as = { headers: english(organiser) }
})
afterAll(() => site.close())

const newRound = async (): Promise<RoundId> => (await storeRound(site, { editionId, activityIds: [activityId] })).id

const reviewersOf = async (id: RoundId): Promise<Reviewer[]> =>
  (await site.ask(listReviewers, { ...as, params: { id }, query: {} })).data.list

const inviteTo = async (id: RoundId, ...people: TestPerson[]) =>
  (await site.ask(inviteReviewers, { ...as, params: { id }, body: { accounts: people.map((one) => one.id) } })).data

const saved = ({ fields, institution, maxWorks, panel, isChair, version }: Reviewer) => ({
  fields,
  institution,
  maxWorks,
  panel,
  isChair,
  version,
})

const save = (id: RoundId, row: Reviewer, changes: Partial<ReturnType<typeof saved>>) =>
  site.ask(saveReviewer, { ...as, params: { id, reviewer: row.id }, body: { ...saved(row), ...changes } })

const newTeam = async (captain: TestPerson): Promise<Team> =>
  (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: '粉笔小组', slogan: '' })).data(createTeam)

describe('experts of a round', () => {
  test('are invited with what is known of them, and are told by notice and mail in their language', async () => {
    const id = await newRound()
    const expert = await createExpert(site, { locale: 'zh-CN' })
    expect(await inviteTo(id, expert)).toEqual({ outcomes: [{ account: expert.id, refusal: null }] })
    expect(await reviewersOf(id)).toEqual([
      {
        id: expect.any(String) as string,
        version: 1,
        account: expert.id,
        name: '陈评',
        contact: expect.stringContaining('@') as string,
        institution: '云泽师范大学',
        institutionId: null,
        fields: [],
        maxWorks: 30,
        panel: null,
        isChair: false,
        state: 'invited',
        hasPledged: false,
        reason: null,
        assigned: 0,
        finished: 0,
        conflicts: 0,
      },
    ])
    const { list } = (await site.ask(listNotices, { headers: expert.headers, query: {} })).data
    expect(list.map(({ title, link }) => [title, link])).toEqual([['邀请您担任评审专家：初评', '/Review']])
    const letters = await site.db.select().from(outbox).where(eq(outbox.accountId, expert.id))
    expect(letters.map(({ letter, locale }) => [letter, locale])).toEqual([['notice', 'zh-CN']])
  })

  test('come from active expert accounts; the reason is told for each account that is refused', async () => {
    const id = await newRound()
    const [expert, participant, disabled] = [
      await createExpert(site),
      await createPerson(site),
      await createExpert(site, { status: 'disabled' }),
    ]
    const advisor = await createExpert(site, { access: 'user' })
    const team = await newTeam(await createKnownTeacher(site))
    await site.callAs(advisor, 'POST', `/api/joining/${team.invite!.code}?role=advisor`)
    await site.pool.query(`update account set access = 'expert' where id = $1`, [advisor.id])
    const candidates = (await site.ask(listCandidates, { ...as, params: { id }, query: { pageSize: '100' } })).data.list
    const known = new Map(candidates.map(({ account, refusal }) => [account, refusal]))
    const inTeam = 'This expert belongs to a team in these activities and cannot judge them.'
    expect([expert, participant, disabled, advisor].map((one) => known.get(one.id))).toEqual([
      null,
      undefined,
      undefined,
      inTeam,
    ])
    const { outcomes } = await inviteTo(id, expert, participant, disabled, advisor, expert)
    const notExpert = 'Only active expert accounts can be invited.'
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, notExpert, notExpert, inTeam])
    expect((await reviewersOf(id)).map(({ account }) => account)).toEqual([expert.id])
    expect((await inviteTo(id, expert)).outcomes[0]!.refusal).toBe('This expert is already in the round.')
  })

  test('invited by two organisers at once are invited once, and the second organiser is told', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    const answers = await meetAt(
      site,
      ['select from account where id = $1 for update', expert.id],
      [() => inviteTo(id, expert), () => inviteTo(id, expert)],
    )
    expect(answers.map(({ outcomes }) => outcomes[0]!.refusal)).toEqual([null, 'This expert is already in the round.'])
    const { list } = (await site.ask(listNotices, { headers: expert.headers, query: {} })).data
    expect(list).toHaveLength(1)
  })

  test('can be asked again after they declined, and not before', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    await inviteTo(id, expert)
    const [row] = await reviewersOf(id)
    const params = { id, reviewer: row!.id }
    expect((await site.ask(inviteAgain, { ...as, params })).failure().error).toBe('reviewer.moveRefused')
    await site.db.update(reviewer).set({ state: 'declined', reason: '出差' }).where(eq(reviewer.id, row!.id))
    const again = (await site.ask(inviteAgain, { ...as, params })).data
    expect([again.state, again.reason]).toEqual(['invited', null])
    await moveStoredRound(site, id, 'closed')
    expect((await site.ask(inviteAgain, { ...as, params })).failure().error).toBe('round.moveRefused')
  })

  test('are changed in the version that was seen; the next round remembers them', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    await inviteTo(id, expert)
    const [row] = await reviewersOf(id)
    const changed = (await save(id, row!, { institution: '青川大学', fields: ['ai'], maxWorks: 7 })).data.reviewer
    expect(changed).toEqual({ ...row, version: 2, institution: '青川大学', fields: ['ai'], maxWorks: 7 })
    expect((await save(id, row!, { maxWorks: 9 })).failure().error).toBe('resource.changed')
    const next = await newRound()
    await inviteTo(next, expert)
    const [remembered] = await reviewersOf(next)
    expect([remembered!.institution, remembered!.fields, remembered!.maxWorks]).toEqual(['青川大学', ['ai'], 7])
  })

  test('keep a limit that is not below the works they have', async () => {
    const { roundId, experts } = await openRound(site, { editionId, activityId, organiser, works: 3, experts: 1 })
    const [row] = await reviewersOf(roundId)
    expect([row!.id, row!.assigned]).toEqual([experts[0]!.reviewerId, 3])
    const refused = (await save(roundId, row!, { maxWorks: 2 })).failure()
    expect([refused.error, refused.fields?.map(({ path }) => path)]).toEqual(['reviewer.limitTooLow', ['maxWorks']])
    expect((await save(roundId, row!, { maxWorks: 3 })).status).toBe(200)
  })

  test('are reminded once of an invitation and once of the pledge', async () => {
    const id = await newRound()
    const [silent, unsigned, ready] = [await createExpert(site), await createExpert(site), await createExpert(site)]
    const asked = { invitedAt: daysFromNoon(-4), pledge: null, pledgedAt: null }
    await storeReviewer(site, id, silent.id, { ...asked, state: 'invited', answeredAt: null })
    await storeReviewer(site, id, unsigned.id, { ...asked, answeredAt: daysFromNoon(-2) })
    await storeReviewer(site, id, ready.id)
    await remindReviewers(site.asProgram())
    await remindReviewers(site.asProgram())
    const titles = async (person: TestPerson) => {
      const { list } = (await site.ask(listNotices, { headers: english(person), query: {} })).data
      return list.map(({ title }) => title)
    }
    expect([await titles(silent), await titles(unsigned), await titles(ready)]).toEqual([
      ['Please answer the invitation: First round'],
      ['Please sign the pledge: First round'],
      [],
    ])
  })
})

describe('panels', () => {
  const put = (id: RoundId, panels: { id?: Reviewer['panel'] & string; name: string }[]) =>
    site.ask(savePanels, { ...as, params: { id }, body: { panels } })

  test('are set in order, have different names, and stay while they have works', async () => {
    const id = await newRound()
    const [first, second] = (await put(id, [{ name: '一组' }, { name: '二组' }])).data.list
    const turned = (
      await put(id, [
        { id: second!.id, name: '第二组' },
        { id: first!.id, name: '一组' },
      ])
    ).data.list
    expect(turned.map(({ id: panel, name }) => [panel, name])).toEqual([
      [second!.id, '第二组'],
      [first!.id, '一组'],
    ])
    const same = (await put(id, [{ name: 'A 组' }, { name: 'ａ组' }])).failure()
    expect([same.error, same.fields?.map(({ path }) => path)]).toEqual(['panel.sameName', ['panels.1.name']])
    const { workId } = await storeAcceptedWork(site, activityId)
    await storeEntry(site, id, workId, first!.id)
    expect((await put(id, [{ id: second!.id, name: '二组' }])).failure().error).toBe('panel.inUse')
    expect((await put(id, [{ id: first!.id, name: '一组' }])).data.list).toHaveLength(1)
    expect((await put(id, [{ id: second!.id, name: '二组' }])).failure().error).toBe('panel.notFound')
  })

  test('have one chair, who belongs to the panel', async () => {
    const id = await newRound()
    const [panel] = (await put(id, [{ name: '一组' }])).data.list
    const people = [await createExpert(site, { realName: '甲' }), await createExpert(site, { realName: '乙' })]
    await inviteTo(id, ...people)
    const [one, other] = await reviewersOf(id)
    expect((await save(id, one!, { isChair: true })).failure().error).toBe('panel.chairNeedsPanel')
    await save(id, one!, { panel: panel!.id, isChair: true })
    await save(id, other!, { panel: panel!.id, isChair: true })
    const chairs = (await reviewersOf(id)).filter(({ isChair }) => isChair).map(({ id: chair }) => chair)
    expect(chairs).toEqual([other!.id])
    const { list } = (await site.ask(listPanels, { ...as, params: { id } })).data
    expect(list).toEqual([{ id: panel!.id, name: '一组', members: 2, works: 0, chair: other!.name, signedAt: null }])
    await put(id, [])
    expect((await reviewersOf(id)).map(({ panel: of, isChair }) => [of, isChair])).toEqual([
      [null, false],
      [null, false],
    ])
  })
})

describe('an expert of an activity', () => {
  const judgesHere = 'reviewer.judgesHere'

  test('joins no team in it by a code, an invitation or of their own', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    const team = await newTeam(await createKnownTeacher(site))
    const captain = await createKnownTeacher(site)
    const inviting = await newTeam(captain)
    await site.callAs(captain, 'POST', `/api/teams/${inviting.id}/invitations`, { to: expert.username, role: 'member' })
    const { rows } = await site.pool.query<{ id: string }>('select id from invitation where account_id = $1', [
      expert.id,
    ])
    await inviteTo(id, expert)
    const errorOf = async (call: ReturnType<TestSite['callAs']>) => (await call).failure().error
    expect(await errorOf(site.callAs(expert, 'POST', `/api/joining/${team.invite!.code}`))).toBe(judgesHere)
    expect(await errorOf(site.callAs(expert, 'POST', `/api/invitations/${rows[0]!.id}/answer`, { accept: true }))).toBe(
      judgesHere,
    )
    const own = { activityId, name: '自己的队', slogan: '' }
    expect(await errorOf(site.callAs(expert, 'POST', '/api/teams', own))).toBe(judgesHere)
    // Whoever declined may take part.
    await site.db.update(reviewer).set({ state: 'declined' }).where(eq(reviewer.accountId, expert.id))
    expect((await site.callAs(expert, 'POST', '/api/teams', own)).status).toBe(200)
  })

  test('who is invited while joining a team is either in the team or in the round', async () => {
    const id = await newRound()
    const expert = await createExpert(site)
    const team = await newTeam(await createKnownTeacher(site))
    const [joined, invited] = await meetAt<{ status: number } | Awaited<ReturnType<typeof inviteTo>>>(
      site,
      ['select from account where id = $1 for update', expert.id],
      [() => site.callAs(expert, 'POST', `/api/joining/${team.invite!.code}`), () => inviteTo(id, expert)],
    )
    const isIn = 'status' in joined! && joined.status === 200
    const isInvited = 'outcomes' in invited! && invited.outcomes[0]!.refusal === null
    expect([isIn, isInvited].filter(Boolean)).toHaveLength(1)
  })
})

describe('the account of an expert', () => {
  const remove = (person: TestPerson) =>
    site.ask(deleteAccount, {
      headers: english(person),
      body: deleteAccount.body.parse({ username: person.username, password: ownPassword }),
    })

  test('is not deleted while works wait for the expert; later the record stays without a name', async () => {
    const { roundId, experts } = await openRound(site, { editionId, activityId, organiser, works: 1, experts: 2 })
    const { person, reviewerId } = experts[0]!
    await givePassword(site, person)
    expect((await remove(person)).failure().error).toBe('reviewer.stillJudges')
    await moveStoredRound(site, roundId, 'settled')
    const data = (await (await fetch(`${site.url}/api/account/data`, { headers: english(person) })).json()) as {
      review: { rounds: { round: string; works: number }[] }
    }
    expect(data.review.rounds.map(({ round, works }) => [round, works])).toEqual([['First round', 1]])
    expect((await remove(person)).status).toBe(200)
    const row = (await reviewersOf(roundId)).find(({ id }) => id === reviewerId)!
    expect([row.name, row.institution, row.contact, row.assigned]).toEqual(['Deleted account', '', null, 1])
  })
})
