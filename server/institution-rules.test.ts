import { updateUser } from '@lectern/contract/accounts/accounts.ts'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { EditionId, InstitutionId, TeamId } from '@lectern/contract/ids.ts'
import {
  createInstitution,
  matchSpelling,
  mergeInstitution,
  readInstitution,
  undoMerge,
} from '@lectern/contract/institutions/institutions.ts'
import { readDashboard } from '@lectern/contract/dashboard/dashboard.ts'
import { findConflicts, type importReviewers, listReviewers, saveReviewer } from '@lectern/contract/rounds/reviewers.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readListInput, listInputText } from './features/results/ranking/list-input.ts'
import { hashOf } from './features/results/lists/frozen-prizes.ts'
import { prizeRules, resultList } from './features/results/tables.ts'
import { verifyLists } from './features/results/verification/verify-lists.ts'
import { readFigures } from './features/teams/service.ts'
import { team } from './features/teams/tables.ts'
import { enqueueRescans } from './features/works/checks/recheck.ts'
import { leak, work } from './features/works/tables.ts'
import { asc, eq, sql } from './platform/database/drizzle.ts'
import { acceptWork, storeAcceptedWork } from './testing/accepted-works.ts'
import { issuerOf } from './testing/certificates.ts'
import { createEdition, createKnownTeacher } from './testing/contest.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { resultsOffice, settledActivity } from './testing/results.ts'
import { createExpert, storeEntry, storeReviewer, storeRound } from './testing/rounds.ts'
import { eventually, fixedNow, startSite, type TestSite } from './testing/site.ts'
import { createStoredWork } from './testing/stored-works.ts'
import { createWorkActivity } from './testing/works.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let second: TestPerson
let as: { headers: Record<string, string> }

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
  as = { headers: english(organiser) }
})
beforeEach(() => site.clock.set(fixedNow))
afterAll(() => site.close())

let number = 0
/** A name that no other test uses. */
const newName = (): string => {
  number += 1
  return `第${number}示范学校`
}

const addInstitution = async (changes: Partial<{ kind: string; parentId: InstitutionId; aliases: string[] }> = {}) => {
  const name = newName()
  const body = { kind: 'school' as const, code: null, parentId: null, aliases: [], ...changes }
  const names = { 'zh-CN': name, 'en-US': `Model School ${number}` }
  const { data } = await site.ask(createInstitution, { ...as, body: { ...body, name: names } as never })
  return { id: data.id, name, english: names['en-US'], version: data.version }
}

const confirm = async (text: string, institutionId: InstitutionId, asAlias = false) =>
  (await site.ask(matchSpelling, { ...as, body: { text, institutionId, asAlias } })).data

const giveTeam = (id: TeamId, institutionId: InstitutionId) =>
  site.db.update(team).set({ institutionId }).where(eq(team.id, id))

describe('an expert and a work', () => {
  const roundWith = async (captain: TestPerson, school: string, ofTeam?: InstitutionId) => {
    const activityId = await createWorkActivity(site, editionId)
    const { id } = await storeRound(site, { editionId, activityIds: [activityId] })
    const { workId, teamId } = await storeAcceptedWork(site, activityId, { captain, school })
    if (ofTeam) await giveTeam(teamId, ofTeam)
    await storeEntry(site, id, workId)
    return id
  }
  const conflictOf = async (expert: { institution: string; institutionId?: InstitutionId }, place: Place) => {
    const captain = await createKnownTeacher(site, { school: place.school, institutionId: place.id ?? null })
    const id = await roundWith(captain, place.school, place.ofTeam)
    const { id: account } = await createExpert(site, { school: '另一所大学' })
    await storeReviewer(site, id, account, expert)
    return (await site.ask(findConflicts, { ...as, params: { id } })).data.found
  }
  interface Place {
    school: string
    id?: InstitutionId
    ofTeam?: InstitutionId
  }

  test('are in conflict if they chose the same institution, however each of them spells it', async () => {
    const { id } = await addInstitution()
    const expert = { institution: '老校名', institutionId: id }
    expect(await conflictOf(expert, { school: '新校名', id })).toBe(1)
    expect(await conflictOf(expert, { school: '', ofTeam: id })).toBe(1)
    expect(await conflictOf(expert, { school: '别的学校' })).toBe(0)
  })

  test('are compared by every name and spelling of the institution where one of them is known by the spelling alone', async () => {
    const alias = newName()
    const { id, name, english: english_ } = await addInstitution({ aliases: [alias] })
    for (const spelled of [name, alias, ` ${alias.slice(0, 2)} ${alias.slice(2)}（）`, english_.toUpperCase()]) {
      expect([spelled, await conflictOf({ institution: spelled }, { school: '别的写法', id })]).toEqual([spelled, 1])
      expect([spelled, await conflictOf({ institution: '某某', institutionId: id }, { school: spelled })]).toEqual([
        spelled,
        1,
      ])
    }
    expect(await conflictOf({ institution: alias }, { school: name })).toBe(1)
    expect(await conflictOf({ institution: '没有登记' }, { school: '没有登记' })).toBe(1)
  })

  test('of two schools with the same name are in no conflict once both are known', async () => {
    const [one, other] = [await addInstitution(), await addInstitution()]
    const spelled = { institution: '同名中学', institutionId: one.id }
    expect(await conflictOf(spelled, { school: '同名中学', id: other.id })).toBe(0)
    expect(await conflictOf(spelled, { school: '同名中学', id: one.id })).toBe(1)
  })

  test('are in conflict with the institution directly above, and not with its other schools', async () => {
    const province = await addInstitution({ kind: 'province' })
    const [one, other] = [
      await addInstitution({ parentId: province.id }),
      await addInstitution({ parentId: province.id }),
    ]
    expect(await conflictOf({ institution: '省里', institutionId: province.id }, { school: '校', id: one.id })).toBe(1)
    expect(await conflictOf({ institution: '校甲', institutionId: one.id }, { school: '校乙', id: other.id })).toBe(0)
  })

  test('follow the choice of organisers, a sheet with codes, and the profile', async () => {
    const code = 'SCHOOL-7'
    const { data: listed } = await site.ask(createInstitution, {
      ...as,
      body: { kind: 'school', code, name: { 'zh-CN': newName() }, parentId: null, aliases: [] },
    })
    const name = listed.name['zh-CN']!
    const captain = await createKnownTeacher(site, { school: '队长写法', institutionId: listed.id })
    const id = await roundWith(captain, '队长写法')
    const sheet = `Name,Email,Institution\n吴用,${code.toLowerCase()}@example.org,${code.toLowerCase()}`
    const answer = await fetch(`${site.url}/api/rounds/${id}/reviewers/import?dryRun=false`, {
      method: 'POST',
      headers: { ...organiser.headers, 'content-type': 'text/csv', 'accept-language': 'zh-CN' },
      body: sheet,
    })
    const imported = ((await answer.json()) as { data: AnswerOf<typeof importReviewers> }).data
    expect(imported.invited).toBe(1)
    const readExpert = async () => (await site.ask(listReviewers, { ...as, params: { id }, query: {} })).data.list[0]!
    const expert = await readExpert()
    expect([expert.institution, expert.institutionId, expert.conflicts]).toEqual([name, listed.id, 1])
    const { fields, maxWorks, panel, isChair } = expert
    const given = { fields, maxWorks, panel, isChair }
    const save = async (changes: { institution: string; institutionId?: InstitutionId | null }) => {
      const { version } = await readExpert()
      const params = { id, reviewer: expert.id }
      return site.ask(saveReviewer, { ...as, params, body: { ...given, version, ...changes } })
    }
    await save({ institution: '独立学者' })
    expect((await readExpert()).conflicts).toBe(0)
    expect((await save({ institution: '母校', institutionId: listed.id })).data.found).toBe(1)
    const unknown = '01900000-0000-7000-8000-000000000000' as InstitutionId
    expect((await save({ institution: 'x', institutionId: unknown })).failure().error).toBe('institution.notChosen')
    // Whoever spells it like the profile means what the profile has.
    await save({ institution: name, institutionId: null })
    expect((await readExpert()).conflicts).toBe(1)
  })
})

describe('figures', () => {
  const schools = async (): Promise<number> => (await readFigures(site.asProgram())).schools

  test('count an institution once, however it is spelled; a spelling of none by itself; a merge counts both once', async () => {
    const [school, twin] = [await addInstitution(), await addInstitution()]
    const before = await schools()
    for (const spelling of ['写法一', '写法二', '写法三'])
      await createKnownTeacher(site, { school: spelling, institutionId: school.id })
    await createKnownTeacher(site, { school: school.name })
    expect(await schools()).toBe(before + 1)
    for (const spelling of ['自由 填写', '自由填写', '自由（填写）'])
      await createKnownTeacher(site, { school: spelling })
    expect(await schools()).toBe(before + 2)
    await createKnownTeacher(site, { school: '写法四', institutionId: twin.id })
    expect(await schools()).toBe(before + 3)
    const { data: merge } = await site.ask(mergeInstitution, {
      ...as,
      params: { id: twin.id },
      body: { into: school.id, version: twin.version },
    })
    expect(await schools()).toBe(before + 2)
    await site.ask(undoMerge, { ...as, params: { id: merge.id } })
    expect(await schools()).toBe(before + 3)
    expect(await confirm('自由填写', school.id)).toMatchObject({ people: 1 })
    expect(await confirm('自由 填写', school.id, true)).toMatchObject({ people: 1 })
    // The third spelling differs in brackets only: it is spelled like the one that was just confirmed.
    expect(await schools()).toBe(before + 2)
  })

  test('of the dashboard count the same', async () => {
    await site.db.execute(sql`update edition set current = false`)
    const own = await createEdition(site, { year: 2031, current: true })
    const activityId = await createWorkActivity(site, own)
    const school = await addInstitution()
    for (const spelling of ['甲写法', '乙写法', school.name]) {
      const { teamId } = await storeAcceptedWork(site, activityId, { school: spelling })
      if (spelling !== school.name) await giveTeam(teamId, school.id)
    }
    await storeAcceptedWork(site, activityId, { school: '没有登记的学校' })
    const { institutions } = (await site.ask(readDashboard, as)).data
    expect(institutions).toBe(2)
    await site.db.execute(sql`update edition set current = false`)
    await site.db.execute(sql`update edition set current = true where id = ${editionId}`)
  })
})

describe('prizes for each institution', () => {
  const tiers = [
    {
      id: 'first',
      label: { 'zh-CN': '一等奖' },
      quota: { kind: 'count' as const, count: 3 },
      minScore: null,
      maxPerInstitution: 1,
    },
  ]
  const awarded = async (office: ReturnType<typeof resultsOffice>) => {
    const { id } = await office.compute()
    return (await office.rows(id)).map(({ prize }) => prize !== null)
  }
  const contest = async (spellings: readonly string[]) => {
    const activity = await settledActivity(site, {
      editionId,
      organiser,
      scores: spellings.map((_, at) => 95 - at * 5),
      works: spellings.map((school) => ({ school })),
    })
    return { ...activity, office: resultsOffice(site, activity) }
  }
  const toldBy = (text: string) => (JSON.parse(text) as { institutions?: string }).institutions
  const newest = async (activityId: (typeof resultList.$inferSelect)['activityId']) => {
    const rows = await site.db
      .select()
      .from(resultList)
      .where(eq(resultList.activityId, activityId))
      .orderBy(asc(resultList.number))
    return rows.at(-1)!
  }

  test('are limited by institution, and by the spelling where none is known', async () => {
    const school = await addInstitution()
    const { works, office } = await contest(['写法甲', '写法乙', school.name, '散 户', '散户'])
    await office.save({ tiers })
    expect(await awarded(office)).toEqual([true, true, true, false, false])
    for (const { teamId } of works.slice(0, 2)) await giveTeam(teamId, school.id)
    // The third is called like the institution; the last two are spelled alike.
    expect(await awarded(office)).toEqual([true, false, false, true, false])
  })

  test('of lists whose rules were frozen before are limited by spellings: they replay byte for byte', async () => {
    const { activityId, works, office } = await contest(['旧写法甲', '旧写法乙', '旧 写法乙', '丁'])
    await office.save({ tiers })
    const { rows } = await site.pool.query<{ code: string; rules: CanonicalValue }>(
      'select code, prize_rules.rules from prize_rules join activity on activity.id = activity_id where activity_id = $1',
      [activityId],
    )
    const { code, rules } = rows[0]!
    // As versions before institutions froze them.
    const frozen = canonicalJson({ format: 'lectern-prizes/1', activity: code, rules })
    await site.db
      .update(prizeRules)
      .set({ frozen, frozenHash: hashOf(frozen), frozenAt: fixedNow })
      .where(eq(prizeRules.activityId, activityId))
    expect(await awarded(office)).toEqual([true, true, false, true])
    const old = await newest(activityId)
    expect([toldBy(old.input), listInputText(readListInput(old.input))]).toEqual([undefined, old.input])
    expect((await office.step('propose')).status).toBe(200)
    // Institutions that are confirmed and merged later change nothing of it.
    const [one, twin] = [await addInstitution(), await addInstitution()]
    await giveTeam(works[0]!.teamId, one.id)
    await giveTeam(works[1]!.teamId, twin.id)
    await site.ask(mergeInstitution, { ...as, params: { id: twin.id }, body: { into: one.id, version: 1 } })
    expect((await office.step('confirm', { as: second })).status).toBe(200)
    expect((await office.step('publicise')).status).toBe(200)
    expect((await verifyLists(site.db, old.id)).broken).toEqual([])
    await office.compute('Checked again')
    const again = await newest(activityId)
    expect([again.input, again.rows, again.rulesHash]).toEqual([old.input, old.rows, old.rulesHash])
  })

  test('of newer lists are frozen with the way in which institutions are told', async () => {
    const { activityId, office } = await contest(['新写法甲', '新写法乙'])
    await office.save({ tiers })
    await office.compute()
    await office.step('propose')
    const list = await newest(activityId)
    const [rules] = await site.db.select().from(prizeRules).where(eq(prizeRules.activityId, activityId))
    expect([toldBy(list.input), toldBy(rules!.frozen!)]).toEqual(['listed', 'listed'])
    expect(rules!.frozenHash).toEqual(list.rulesHash)
    expect((await verifyLists(site.db, list.id)).broken).toEqual([])
  })
})

test('leaks are searched by every name of the institution in every language, and again when it gets another', async () => {
  const alias = newName()
  const school = await addInstitution({ aliases: [alias] })
  const person = await createPerson(site, { realName: '欧阳若水', school: '队长的写法', institutionId: school.id })
  const { workId, teamId } = await createStoredWork(site, { person, rules: { blind: true } })
  const values = async () =>
    (await site.db.select({ value: leak.value }).from(leak).where(eq(leak.workId, workId))).map(({ value }) => value)
  const later = newName()
  await site.db
    .update(work)
    .set({ title: `在${alias}上课`, summary: `${school.english} ${later}` })
    .where(eq(work.id, workId))
  await giveTeam(teamId, school.id)
  await enqueueRescans(site.asProgram())
  await eventually(async () => expect((await values()).toSorted()).toEqual([school.english, alias].toSorted()))
  const { data } = await site.ask(readInstitution, { ...as, params: { id: school.id } })
  await site.call('PUT', `/api/institutions/${school.id}`, {
    ...as,
    body: { code: null, name: data.name, parentId: null, aliases: [alias, later], version: data.version },
  })
  await enqueueRescans(site.asProgram())
  await eventually(async () => expect((await values()).toSorted()).toEqual([school.english, alias, later].toSorted()))
})

test('certificates name the institution in their language; those that were issued stay', async () => {
  const activityId = await createWorkActivity(site, editionId)
  const { captain } = await acceptWork(site, activityId, organiser)
  const office = await issuerOf(site, organiser)
  const institutionsIn = async (locale: 'zh-CN' | 'pt-BR') => {
    const issue = await office.create('participation', { from: 'works', activity: activityId }, { locale })
    return { issue, names: (await office.plan(issue.id)).list.map(({ institution }) => institution) }
  }
  const { rows } = await site.pool.query<{ school: string }>('select school from account where id = $1', [captain.id])
  const { school } = rows[0]!
  const first = await institutionsIn('zh-CN')
  expect(first.names).toEqual([school])
  await office.start(first.issue.id)
  await office.ended(first.issue.id)
  const { data: listed } = await site.ask(createInstitution, {
    ...as,
    body: {
      kind: 'school',
      code: null,
      name: { 'zh-CN': newName(), 'pt-BR': 'Escola Modelo' },
      parentId: null,
      aliases: [],
    },
  })
  await confirm(school, listed.id)
  expect((await institutionsIn('pt-BR')).names).toEqual(['Escola Modelo'])
  expect((await institutionsIn('zh-CN')).names).toEqual([listed.name['zh-CN']])
  const [issued] = await office.list({ issue: first.issue.id })
  expect((await office.verify(issued!.number)).state).toBe('issued')
  expect((await office.plan(first.issue.id)).counts).toMatchObject({ new: 0, issued: 1 })
})

test('an organiser chooses the school of a member from the list; only the text changes what is spelled', async () => {
  const school = await addInstitution()
  const person = await createKnownTeacher(site, { school: '旧写法' })
  const { rows } = await site.pool.query<{ version: number }>('select version from account where id = $1', [person.id])
  const body = { uid: person.id, version: rows[0]!.version, school: school.name, institutionId: school.id }
  const saved = await site.ask(updateUser, { ...as, params: { uid: person.id }, body })
  expect([saved.data.school, saved.data.institutionId]).toEqual([school.name, school.id])
  const { data } = await site.ask(readInstitution, { ...as, params: { id: school.id } })
  expect(data.people).toBe(1)
})
