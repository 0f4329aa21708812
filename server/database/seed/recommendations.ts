import type { ActivityId, EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
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
  saveRecommendations,
  saveRules,
  setDateBelow,
  type ListKey,
} from '../../features/recommendations/service.ts'
import { team } from '../../features/teams/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, asc, eq } from '../../platform/database/drizzle.ts'
import { closingTime, officeHour } from './dates.ts'
import { actingAs, type Scene } from './scene.ts'

/** The activity in which the demo's institutions recommend. */
const recommendingCode = 'AI'

const siteTitle = (): string => ''

type Judged = { verdict: 'pass' } | { verdict: 'refuse'; reason: string }

/** How far the list of a school is; by the code of the school. */
interface SchoolList {
  quota: number
  /** Of the first rows, in order of rank. */
  remarks: readonly string[]
  end:
    | { kind: 'open' }
    | { kind: 'handedIn' }
    | { kind: 'returned'; reason: string }
    | { kind: 'accepted'; verdicts: readonly Judged[] }
}

const pass: Judged = { verdict: 'pass' }

const schoolLists: Record<string, SchoolList> = {
  '4131000001': {
    quota: 4,
    remarks: ['两轮教学，数据完整', '学生作品可公开展示', ''],
    end: { kind: 'accepted', verdicts: [pass, pass, pass] },
  },
  '4131000002': { quota: 3, remarks: ['已在全院推广', ''], end: { kind: 'handedIn' } },
  '4131000003': {
    quota: 2,
    remarks: ['', ''],
    end: { kind: 'returned', reason: '汇总表未写明推荐理由，请补充备注后重新上报。' },
  },
  '4131000004': { quota: 3, remarks: ['校赛第一名', ''], end: { kind: 'open' } },
  '4151000001': {
    quota: 3,
    remarks: ['附属医院参与', '实验记录全部公开', ''],
    end: {
      kind: 'accepted',
      verdicts: [pass, pass, { verdict: 'refuse', reason: '课程尚未完成一轮教学，建议下一届申报。' }],
    },
  },
  '4151000002': { quota: 3, remarks: ['连续两年修订', ''], end: { kind: 'handedIn' } },
  // Late: its province has set an earlier date.
  '4151000003': { quota: 2, remarks: ['校内评审第一', ''], end: { kind: 'open' } },
  '4151000004': { quota: 2, remarks: ['企业导师参与', ''], end: { kind: 'accepted', verdicts: [pass, pass] } },
}

/** The province that wants the lists of its schools before the phase ends, and the day. */
const earlierDate = { code: '4151000000', day: -1 }
const provinceQuota = 8

interface Manned {
  id: InstitutionId
  code: string
  kind: 'school' | 'province'
  parentId: InstitutionId | null
  officer: Scene['people'][number]
}

/** The institutions of the demo with their officers, none of whom has a team in the activity. */
const mannedInstitutions = async ({ db, people }: Scene): Promise<Manned[]> => {
  const rows = await db
    .select({
      id: institution.id,
      code: institution.code,
      kind: institution.kind,
      parentId: institution.parentId,
      accountId: institutionOfficer.accountId,
    })
    .from(institution)
    .innerJoin(institutionOfficer, eq(institutionOfficer.institutionId, institution.id))
    .orderBy(asc(institution.code))
  return rows.map(({ code, accountId, ...row }) => ({
    ...row,
    code: code!,
    officer: people.find(({ id }) => id === accountId)!,
  }))
}

/** Entries of the teams of institutions, the earliest first. */
const entriesIn = ({ db }: Scene, activityId: ActivityId) =>
  db
    .select({ id: enrolment.id, institutionId: team.institutionId })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .where(and(eq(enrolment.activityId, activityId), eq(enrolment.state, 'submitted')))
    .orderBy(asc(enrolment.number))

const versionOf = async (ctx: SignedIn, key: ListKey): Promise<number> =>
  (await requireList(ctx, key)).list?.version ?? 0

const rank = async (ctx: SignedIn, key: ListKey, entries: EnrolmentId[], remarks: readonly string[]): Promise<void> => {
  await addRecommendations(ctx, key, { entries })
  const rows = entries.map((entry, at) => ({ entry, remark: remarks[at] || null }))
  await saveRecommendations(ctx, key, { version: await versionOf(ctx, key), rows })
}

const handIn = async (ctx: SignedIn, key: ListKey): Promise<void> => {
  await makeSummary(ctx, key, { version: await versionOf(ctx, key) }, siteTitle)
  const { list } = await requireList(ctx, key)
  const summary = await latestSummary(ctx.db, list!.id)
  await handInList(ctx, key, { version: list!.version, summary: summary!.id }, undefined)
}

const accept = async (
  ctx: SignedIn,
  key: ListKey,
  entries: readonly EnrolmentId[],
  judged: readonly Judged[],
): Promise<void> => {
  const verdicts = judged.map((verdict, at) => ({ entry: entries[at]!, ...verdict }))
  await judgeRows(ctx, key, { version: await versionOf(ctx, key), verdicts })
  await decideList(ctx, key, { version: await versionOf(ctx, key), decision: 'accepted' })
}

/** Lists of the schools of two provinces in every state, and the drafts of the provinces. */
export const seedRecommendations = async (scene: Scene, now: Date): Promise<void> => {
  const [recommending] = await scene.db
    .select({ id: activity.id })
    .from(activity)
    .innerJoin(edition, and(eq(edition.id, activity.editionId), edition.current))
    .where(eq(activity.code, recommendingCode))
  const activityId = recommending!.id
  const all = await mannedInstitutions(scene)
  const entries = await entriesIn(scene, activityId)
  const organiser = (position: number) => actingAs(scene, scene.organiser, officeHour(-4, position, now))
  await saveRules(organiser(1), activityId, {
    thing: 'enrolment',
    by: 'schoolAndProvince',
    provincesWriteQuotas: true,
    needsScan: false,
    version: 0,
  })
  const provinces = all.filter(({ kind }) => kind === 'province')
  await grantQuotas(
    organiser(2),
    activityId,
    { quotas: provinces.map(({ id }) => ({ institution: id, amount: provinceQuota })), reason: '按上届获奖情况分配' },
    undefined,
  )
  for (const [place, province] of provinces.entries()) {
    const schools = all.filter(({ parentId }) => parentId === province.id)
    const above = (day: number, position: number) =>
      actingAs(scene, province.officer, officeHour(day, position + place, now))
    const quotas = schools.map(({ id, code }) => ({ institution: id, amount: schoolLists[code]!.quota }))
    await grantQuotas(above(-4, 4), activityId, { quotas, reason: '按参赛规模分配' }, undefined)
    const ofProvince = { activity: activityId, institution: province.id }
    if (province.code === earlierDate.code)
      await setDateBelow(above(-4, 5), ofProvince, {
        version: 0,
        until: closingTime(earlierDate.day, now).toISOString(),
      })
    for (const [at, { id, code, officer }] of schools.entries()) {
      scene.signal?.throwIfAborted()
      const { remarks, end } = schoolLists[code]!
      const key = { activity: activityId, institution: id }
      const own = entries.filter(({ institutionId }) => institutionId === id).map((entry) => entry.id)
      const ctx = actingAs(scene, officer, officeHour(-2, at + place, now))
      await rank(ctx, key, own.slice(0, remarks.length), remarks)
      if (end.kind === 'open') continue
      await handIn(ctx, key)
      const judge = above(-1, at)
      if (end.kind === 'returned') {
        const version = await versionOf(judge, key)
        await decideList(judge, key, { version, decision: 'returned', reason: end.reason })
      }
      if (end.kind !== 'accepted') continue
      await accept(judge, key, own, end.verdicts)
      const passed = own.filter((_, row) => end.verdicts[row]?.verdict === 'pass')
      await addRecommendations(above(-1, at + 1), ofProvince, { entries: passed })
    }
  }
}
