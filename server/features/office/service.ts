import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office/office-shell.ts'
import { firstSteps, type FirstStep } from '@lectern/contract/office/office-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Feature, MenuCounts } from '../../platform/feature.ts'
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

export const readCounts = ({ db, actor, now }: SignedIn, counts: MenuCounts) => countWaiting(db, counts, actor.id, now)

/** One query per kind. */
export const findAnything = async (ctx: Ctx, q: string) => {
  const [enrolments, works, teams, members, activities, articles, materials, experts] = await Promise.all([
    findEnrolments(ctx, q),
    findWorks(ctx, q),
    findTeams(ctx, q),
    findMembers(ctx, q),
    findActivities(ctx, q),
    findArticles(ctx, q),
    findMaterials(ctx, q),
    findExperts(ctx, q),
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
  const done: Record<FirstStep, boolean> = {
    begin: !demo,
    // In the demo everything can be reached, and nothing is sent.
    mail: !demo && channels.includes('mail'),
    ...facts,
  }
  return {
    steps: firstSteps.map((step) => ({ step, done: done[step] })),
    draft,
    demoLeft: demo ? 0 : (await listStillDemo(ctx.db)).length,
  }
}
