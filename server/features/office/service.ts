import { firstSteps, type FirstStep } from '@lectern/contract/office-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import {
  countWaiting,
  factsOfBeginning,
  findActivities,
  findArticles,
  findEnrolments,
  findExperts,
  findMaterials,
  findMembers,
  findTeams,
} from './queries.ts'

export const readCounts = ({ db }: Ctx) => countWaiting(db)

/** One question for each kind, however much there is. */
export const findAnything = async (ctx: Ctx, q: string) => {
  const [enrolments, teams, members, activities, articles, materials, experts] = await Promise.all([
    findEnrolments(ctx, q),
    findTeams(ctx, q),
    findMembers(ctx, q),
    findActivities(ctx, q),
    findArticles(ctx, q),
    findMaterials(ctx, q),
    findExperts(ctx, q),
  ])
  return { enrolments, teams, members, activities, articles, materials, experts }
}

/** Each step is done when the site shows that it is; nobody ticks anything off. */
export const readSteps = async (ctx: SignedIn): Promise<{ step: FirstStep; done: boolean }[]> => {
  const { demo, channels } = ctx.installation
  const facts = await factsOfBeginning(ctx.db, ctx.actor.id)
  const done: Record<FirstStep, boolean> = {
    begin: !demo,
    // In the demo everything can be reached, and nothing leaves it.
    mail: !demo && channels.includes('mail'),
    ...facts,
  }
  return firstSteps.map((step) => ({ step, done: done[step] }))
}
