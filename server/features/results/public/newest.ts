import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { SectionData } from '@lectern/contract/pages/pages.ts'
import type * as contract from '@lectern/contract/results/public-results.ts'
import type { Ctx } from '../../../platform/context.ts'
import { listPublicWorks } from './gallery.ts'
import { listPublicResults } from './public-results.ts'

// Sections of pages that show results.

/** The lists that were announced last, of all editions, and the notices that run. */
export const readNewestResults = async (ctx: Ctx, most: number): Promise<SectionData<'resultList'>> => {
  const { editions, publicity, timeZone } = await listPublicResults(ctx)
  const announced = editions
    .flatMap(({ lists, ...edition }) => lists.map((list) => ({ ...list, edition })))
    .toSorted((one, other) => other.announcedAt.localeCompare(one.announcedAt))
  return {
    publicity: publicity.filter(({ until }) => until > ctx.now.toISOString()),
    announced: announced.slice(0, most),
    timeZone,
  }
}

/** Awarded works of the newest edition. */
export const listNewestWorks = async (
  ctx: Ctx,
  most: number,
): Promise<AnswerOf<typeof contract.listPublicWorks>['list']> =>
  (await listPublicWorks(ctx, { page: 1, pageSize: most })).list
