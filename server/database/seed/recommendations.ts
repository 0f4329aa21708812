import type { EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
import { activity, edition } from '../../features/competition/tables.ts'
import { enrolment } from '../../features/enrolments/tables.ts'
import { institution, institutionOfficer } from '../../features/institutions/tables.ts'
import {
  addRecommendations,
  decideList,
  grantQuotas,
  handInList,
  judgeRows,
  latestSummary,
  makeSummary,
  requireList,
  saveRules,
  type ListKey,
} from '../../features/recommendations/service.ts'
import { team } from '../../features/teams/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, asc, eq, inArray, sql } from '../../platform/database/drizzle.ts'
import { officeHour } from './dates.ts'
import { actingAs, type Scene } from './scene.ts'

/** The activity in which the demo's institutions recommend. */
const recommendingCode = 'AI'

const siteTitle = (): string => ''

interface Manned {
  id: InstitutionId
  parentId: InstitutionId | null
  officer: Scene['people'][number]
}

/** Institutions with an officer who has no team in the activity: others rank nothing there. */
const mannedInstitutions = async ({ db, people }: Scene, kind: 'school' | 'province'): Promise<Manned[]> => {
  const rows = await db
    .select({ id: institution.id, parentId: institution.parentId, accountId: institutionOfficer.accountId })
    .from(institution)
    .innerJoin(institutionOfficer, eq(institutionOfficer.institutionId, institution.id))
    .where(
      and(
        eq(institution.kind, kind),
        eq(institutionOfficer.state, 'active'),
        sql`not exists (
          select from team_member join activity on activity.id = team_member.activity_id
          where team_member.account_id = ${institutionOfficer.accountId} and activity.code = ${recommendingCode}
        )`,
      ),
    )
    .orderBy(asc(institution.code), asc(institution.id))
  const seen = new Set<InstitutionId>()
  return rows.flatMap(({ id, parentId, accountId }) => {
    const officer = people.find((person) => person.id === accountId)
    if (!officer || seen.has(id)) return []
    seen.add(id)
    return [{ id, parentId, officer }]
  })
}

/** Entries that can be recommended, each to be given to a school. */
const readyEntries = ({ db }: Scene) =>
  db
    .select({ id: enrolment.id, teamId: enrolment.teamId, activityId: enrolment.activityId })
    .from(enrolment)
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(
      and(
        eq(edition.current, true),
        eq(activity.code, recommendingCode),
        inArray(enrolment.state, ['submitted', 'approved']),
      ),
    )
    .orderBy(asc(enrolment.number))

const versionOf = async (ctx: SignedIn, key: ListKey): Promise<number> =>
  (await requireList(ctx, key)).list?.version ?? 0

const handIn = async (ctx: SignedIn, key: ListKey, entries: EnrolmentId[]): Promise<void> => {
  await addRecommendations(ctx, key, { entries })
  await makeSummary(ctx, key, { version: await versionOf(ctx, key) }, siteTitle)
  const { list } = await requireList(ctx, key)
  const summary = await latestSummary(ctx.db, list!.id)
  await handInList(ctx, key, { version: list!.version, summary: summary!.id }, undefined)
}

/** Lists of schools of one province in every state, and the draft of that province. */
export const seedRecommendations = async (scene: Scene, now: Date): Promise<void> => {
  const entries = await readyEntries(scene)
  const [province] = await mannedInstitutions(scene, 'province')
  const schools = (await mannedInstitutions(scene, 'school')).filter(({ parentId }) => parentId === province?.id)
  if (!province || schools.length < 4 || entries.length < 4) return
  const [{ activityId }] = entries as [(typeof entries)[number]]
  const organiser = (day: number, position: number) => actingAs(scene, scene.organiser, officeHour(day, position, now))
  await saveRules(organiser(-3, 1), activityId, {
    thing: 'enrolment',
    by: 'schoolAndProvince',
    provincesWriteQuotas: true,
    needsScan: false,
    version: 0,
  })
  await grantQuotas(
    organiser(-3, 2),
    activityId,
    { quotas: [{ institution: province.id, amount: 3 }], reason: '按上届获奖情况分配' },
    undefined,
  )
  const above = (position: number) => actingAs(scene, province.officer, officeHour(-1, position, now))
  await grantQuotas(
    actingAs(scene, province.officer, officeHour(-3, 5, now)),
    activityId,
    { quotas: schools.slice(0, 4).map(({ id }) => ({ institution: id, amount: 2 })), reason: '每校两个名额' },
    undefined,
  )
  for (const [at, school] of schools.slice(0, 4).entries()) {
    const { id, teamId } = entries[at]!
    await scene.db.update(team).set({ institutionId: school.id }).where(eq(team.id, teamId))
    const key = { activity: activityId, institution: school.id }
    const ctx = actingAs(scene, school.officer, officeHour(-2, at, now))
    if (at === 0) {
      await addRecommendations(ctx, key, { entries: [id] })
      continue
    }
    await handIn(ctx, key, [id])
    if (at === 1) continue
    const judge = above(at)
    if (at === 2) {
      await decideList(judge, key, {
        version: await versionOf(judge, key),
        decision: 'returned',
        reason: '汇总表未写明推荐理由，请补充备注后重新上报。',
      })
      continue
    }
    await judgeRows(judge, key, { version: await versionOf(judge, key), verdicts: [{ entry: id, verdict: 'pass' }] })
    await decideList(judge, key, { version: await versionOf(judge, key), decision: 'accepted' })
    await addRecommendations(above(at + 1), { activity: activityId, institution: province.id }, { entries: [id] })
  }
}
