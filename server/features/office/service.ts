import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office/office-shell.ts'
import { firstSteps, type FirstStep } from '@lectern/contract/office/office-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Feature, MenuCounts } from '../../platform/feature.ts'
import { isOrganiser } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { listStillDemo } from './demo-content.ts'
import {
  countWaiting,
  firstStepFacts,
  findActivities,
  findArticles,
  findEnrolments,
  findExperts,
  findMaterials,
  findMembers,
  findTeams,
  findWorks,
} from './queries.ts'

export const menuCountsOf = (features: readonly Feature[]): MenuCounts =>
  Object.assign({}, ...features.map(({ menuCounts }) => menuCounts))

/** Counts of what the user's duties do not cover are zero. */
export const readCounts = async (ctx: SignedIn, counts: MenuCounts) => {
  const own = Object.entries(counts).filter(([, { duty }]) => isOrganiser(ctx.actor, duty))
  const none = Object.fromEntries(Object.keys(counts).map((name) => [name, 0]))
  return own.length > 0 ? { ...none, ...(await countWaiting(ctx, own)) } : none
}

/** One query per kind that the user's duties cover. */
export const findAnything = async (ctx: SignedIn, q: string) => {
  const find = async <Row>(duty: NeededDuty, query: (reader: Ctx, text: string) => Promise<Row[]>): Promise<Row[]> =>
    isOrganiser(ctx.actor, duty) ? query(ctx, q) : []
  const [enrolments, works, teams, members, activities, articles, materials, experts] = await Promise.all([
    find('activity', findEnrolments),
    find('activity', findWorks),
    find('activity', findTeams),
    find('people', findMembers),
    find('activity', findActivities),
    find('content', findArticles),
    find('content', findMaterials),
    find('content', findExperts),
  ])
  return { enrolments, works, teams, members, activities, articles, materials, experts }
}

const deliveredOf = ({ site, delivered }: Settings) =>
  (['title', 'organiser', 'email', 'icp'] as const).filter(
    (name) => isDeepStrictEqual(site[name], delivered[name]) && !(name === 'icp' && site.icpNotNeeded),
  )

/** Content that nobody has changed since the program created it. */
export const readDemoContent = async (ctx: Ctx, settings: Settings) => ({
  list: await listStillDemo(ctx.db),
  settings: deliveredOf(settings),
})

/** Each step is done when the site shows that it is; there are no check boxes to tick. */
export const readSteps = async (ctx: SignedIn): Promise<AnswerOf<typeof readFirstSteps>> => {
  const { demo, channels } = ctx.installation
  const { draft, ...facts } = await firstStepFacts(ctx.db, ctx.actor.id, ctx.now)
  const done: Record<FirstStep, boolean | null> = {
    begin: !demo,
    // In the demo everything can be reached, and nothing is sent.
    mail: !demo && channels.includes('mail'),
    ...facts,
  }
  return {
    steps: firstSteps.flatMap((step) => {
      const isDone = done[step]
      return isDone === null ? [] : [{ step, done: isDone }]
    }),
    draft,
    demoLeft: demo ? 0 : (await listStillDemo(ctx.db)).length,
  }
}
