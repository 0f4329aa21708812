import type { Ctx } from '../../platform/context.ts'
import {
  countWaiting,
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
