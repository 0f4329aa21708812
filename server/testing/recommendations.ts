import type { ActivityId, EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
import { grantQuotas, judgeRows, decideList } from '@lectern/contract/recommendations/recommendations-above.ts'
import { saveRecommendationRules } from '@lectern/contract/recommendations/recommendation-rules.ts'
import type { RecommendedBy, RecommendedThing } from '@lectern/contract/recommendations/recommendation-values.ts'
import {
  addRecommendations,
  handInList,
  makeSummary,
  readRecommendationList,
  type OpenList,
} from '@lectern/contract/recommendations/recommendations.ts'
import { newId } from '../platform/ids.ts'
import { createActivity, createPhase, daysFromNoon } from './contest.ts'
import { createSubmitted } from './enrolments.ts'
import { createPerson, english, type TestPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'

let institutions = 0

/** A school or a province that exists. */
export const createInstitution = async (
  { pool }: Pick<TestSite, 'pool'>,
  kind: 'school' | 'province',
  parentId: InstitutionId | null = null,
  name?: string,
): Promise<InstitutionId> => {
  institutions += 1
  const id = newId<InstitutionId>(fixedNow)
  const text = name ?? `${kind} ${institutions}`
  await pool.query(
    `insert into institution (id, kind, code, name, parent_id, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'verified', $6, $6)`,
    [id, kind, `C${String(institutions).padStart(4, '0')}`, { 'en-US': text, 'zh-CN': text }, parentId, fixedNow],
  )
  return id
}

/** Somebody who acts for an institution. */
export const createOfficer = async (site: TestSite, institution: InstitutionId): Promise<TestPerson> => {
  const person = await createPerson(site)
  await appoint(site, institution, person)
  return person
}

export const appoint = async ({ pool }: Pick<TestSite, 'pool'>, institution: InstitutionId, { id }: TestPerson) =>
  pool.query(
    `insert into institution_officer (id, institution_id, account_id, state, created_at, started_at)
     values ($1, $2, $3, 'active', $4, $4)`,
    [newId(fixedNow), institution, id, fixedNow],
  )

export const endOfficer = ({ pool }: Pick<TestSite, 'pool'>, { id }: TestPerson) =>
  pool.query(`update institution_officer set state = 'ended', ended_at = $2 where account_id = $1`, [id, fixedNow])

/** An activity whose institutions recommend, with open phases of both levels. */
export const createRecommendingActivity = async (
  site: TestSite,
  editionId: Parameters<typeof createActivity>[1],
  organiser: TestPerson,
  {
    thing = 'enrolment',
    by = 'schoolAndProvince',
    needsScan = false,
  }: { thing?: RecommendedThing; by?: RecommendedBy; needsScan?: boolean } = {},
): Promise<ActivityId> => {
  const id = await createActivity(site, editionId)
  await openLevels(site, editionId, id)
  await site.ask(saveRecommendationRules, {
    headers: english(organiser),
    params: { id },
    body: { thing, by, needsScan, provincesWriteQuotas: true, version: 0 },
  })
  return id
}

/** Schools hand in until two days after the fixed time, provinces until four days after it. */
export const openLevels = async (
  site: TestSite,
  editionId: Parameters<typeof createActivity>[1],
  activityId: ActivityId,
): Promise<void> => {
  const opensAt = daysFromNoon(-2)
  await createPhase(site, editionId, {
    activityId,
    kind: 'school-recommendation',
    opensAt,
    closesAt: daysFromNoon(2),
    graceMinutes: 10,
  })
  await createPhase(site, editionId, {
    activityId,
    kind: 'province-recommendation',
    opensAt,
    closesAt: daysFromNoon(4),
    graceMinutes: 10,
  })
}

/** The team of an enrolment belongs to this institution. */
export const assignTo = ({ pool }: Pick<TestSite, 'pool'>, institution: InstitutionId, id: EnrolmentId) =>
  pool.query('update team set institution_id = $1 where id = (select team_id from enrolment where id = $2)', [
    institution,
    id,
  ])

/** A submitted enrolment of an institution. */
export const createEntry = async (
  site: TestSite,
  activityId: ActivityId,
  institution: InstitutionId,
  name = '星火',
) => {
  const { captain, enrolment } = await createSubmitted(site, activityId, name)
  await assignTo(site, institution, enrolment.id)
  return { captain, id: enrolment.id, number: enrolment.number!, version: enrolment.version }
}

/** What one person does with the list of an institution. */
export const recommenderOf = (site: TestSite, person: TestPerson, activity: ActivityId, institution: InstitutionId) => {
  const as = { headers: english(person), params: { activity, institution } }
  const read = async (): Promise<OpenList> => (await site.ask(readRecommendationList, as)).data
  return {
    read,
    add: (...entries: EnrolmentId[]) => site.ask(addRecommendations, { ...as, body: { entries } }),
    summarise: async () => site.ask(makeSummary, { ...as, body: { version: (await read()).version } }),
    handIn: async (scan?: Parameters<typeof handInList.body.parse>[0]) => {
      const { version, summary } = await read()
      return site.ask(handInList, {
        ...as,
        body: handInList.body.parse({ version, summary: summary?.id, ...(scan !== undefined && { scan }) }),
      })
    },
    judge: async (verdicts: Parameters<typeof judgeRows.body.parse>[0]) =>
      site.ask(judgeRows, { ...as, body: judgeRows.body.parse({ version: (await read()).version, verdicts }) }),
    decide: async (decision: 'accepted' | 'returned', reason?: string) =>
      site.ask(decideList, {
        ...as,
        body: { version: (await read()).version, decision, ...(reason !== undefined && { reason }) },
      }),
    grant: (amount: number, reason = 'As last year') =>
      site.ask(grantQuotas, {
        headers: english(person),
        params: { activity },
        body: { quotas: [{ institution, amount }], reason },
      }),
  }
}
