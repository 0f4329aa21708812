import { byUrgency } from '@lectern/contract/competition/activity-order.ts'
import type { ActivityCard, Contest } from '@lectern/contract/competition/competition.ts'
import { sectionData, type LiveType, type SectionData } from '@lectern/contract/pages/pages.ts'
import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenContent, WrittenSection } from '@lectern/contract/pages/sections.ts'
import type { Ctx } from '../../platform/context.ts'
import { listNews, presentNewsPage } from '../articles/service.ts'
import { listShownBanners } from '../banners/service.ts'
import { presentContest, presentRules, readContest, standingOfShown } from '../competition/service.ts'
import { presentDocument, requireDocument } from '../documents/service.ts'
import { listMaterialCards } from '../materials/service.ts'
import { listShownPartners } from '../partners/service.ts'
import { listNewestWorks, readNewestResults } from '../results/service.ts'
import { readFigures } from '../teams/service.ts'

interface Asked {
  ctx: Ctx
  /** Several sections show the contest; it is read once. */
  contestRows: () => ReturnType<typeof readContest>
  contest: () => Promise<Contest>
}

type Find<T extends LiveType> = (input: Asked, content: WrittenContent<T>) => Promise<SectionData<T>>

type Next = SectionData<'hero'>['next']

const earliest = (
  activities: readonly ActivityCard[],
  what: NonNullable<Next>['what'],
  momentOf: (activity: ActivityCard) => string | null,
): Next => {
  const at = activities.flatMap((activity) => momentOf(activity) ?? []).toSorted()[0]
  if (at === undefined) return null
  const concerned = activities.filter((activity) => momentOf(activity) === at)
  return { what, at, activities: concerned.map(({ id, name, locale }) => ({ id, name, locale })) }
}

/** What people who want to take part need first: where enrolment is open and until when; otherwise when it opens. */
export const nextStep = (activities: readonly ActivityCard[]): Next =>
  earliest(
    activities.filter(({ standing }) => standing === 'open' || standing === 'closingSoon'),
    'closes',
    ({ closesAt }) => closesAt,
  ) ??
  earliest(
    activities.filter(({ standing }) => standing === 'upcoming'),
    'opens',
    ({ opensAt }) => opensAt,
  )

/** The data of sections that show live content; each comes from the feature that owns it. */
const sources: { [T in LiveType]: Find<T> } = {
  hero: async ({ contest }) => {
    const { edition, activities } = await contest()
    return { edition, next: nextStep(activities) }
  },
  carousel: async ({ ctx }) => ({ list: await listShownBanners(ctx) }),
  figures: async ({ ctx }, { live }) => (live ? readFigures(ctx) : null),
  activityList: async ({ contest }) => {
    const { edition, activities } = await contest()
    return { edition, activities: byUrgency(activities) }
  },
  schedule: async ({ ctx, contest }) => {
    const { edition, schedule } = await contest()
    return { edition, schedule: schedule.map((phase) => ({ ...phase, standing: standingOfShown(phase, ctx.now) })) }
  },
  activityRules: async ({ ctx, contestRows }) => ({ list: presentRules(ctx, await contestRows()) }),
  logos: async ({ ctx }, { role }) => ({ list: await listShownPartners(ctx, role) }),
  newsList: async ({ ctx }, { most }) => {
    const { list } = presentNewsPage(ctx, await listNews(ctx, { page: 1, pageSize: most }))
    return { list }
  },
  materialList: async ({ ctx }, { category, most }) => ({ list: await listMaterialCards(ctx, { category, most }) }),
  resultList: ({ ctx }, { most }) => readNewestResults(ctx, most),
  workList: async ({ ctx }, { most }) => ({ list: await listNewestWorks(ctx, most) }),
  document: async ({ ctx }, { document }) => presentDocument(ctx, await requireDocument(ctx, document, undefined)),
}

const isLive = (type: SectionType): type is LiveType => type in sources

const once = <Value>(find: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined
  return () => (value ??= find())
}

/** Finds the data of all sections of one page; shared data is read once. */
export const dataFinder = (ctx: Ctx): ((section: WrittenSection) => Promise<object>) => {
  const contestRows = once(() => readContest(ctx))
  const input: Asked = { ctx, contestRows, contest: once(async () => presentContest(ctx, await contestRows())) }
  return async ({ type, content }) => {
    if (!isLive(type)) return {}
    const find = sources[type] as Find<LiveType>
    // Only fields of the contract are sent.
    return { data: sectionData[type].parse(await find(input, content)) }
  }
}
