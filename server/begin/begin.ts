import type { AccountId } from '@lectern/contract/ids.ts'
import type { KeptContent } from '@lectern/contract/office/office-values.ts'
import { audit } from '../features/audit/service.ts'
import { setting } from '../features/settings/tables.ts'
import type { Ctx } from '../platform/context.ts'
import { eq, sql } from '../platform/database/drizzle.ts'
import type { Feature } from '../platform/feature.ts'
import { clearContent, clearPeople, handOverFiles } from './clear.ts'
import { countDemoContent, countRemoved, countTeamsOfOthers } from './plan.ts'

interface Wanted {
  /** Those of the demo's people who are removed. */
  people: readonly AccountId[]
  /** All people of the demo, including those who stay. */
  invented: readonly AccountId[]
  content: KeptContent
  features: readonly Feature[]
  /** Creates or keeps the organiser who owns the files of the site's content from now on; returns their username. */
  organiser: (ctx: Ctx) => Promise<string>
}

/**
 * Turns the demo into a real site, in the caller's transaction; false if another request was faster. `check` gets the
 * number of teams with real people; nobody joins or creates a team until this is done.
 */
export const beginSite = async (
  ctx: Ctx,
  { people, invented, content: contentChoice, organiser, features }: Wanted,
  check: (teamsOfOthers: number) => void = () => undefined,
): Promise<boolean> => {
  const { db, now } = ctx
  // A parallel request waits here, and then finds nothing.
  const { rowCount } = await db.delete(setting).where(eq(setting.key, 'demo'))
  if (rowCount === 0) return false
  const locked = features.flatMap(({ demo }) => demo?.locked ?? []).map((table) => sql.identifier(table))
  await db.execute(sql`lock table ${sql.join(locked, sql`, `)} in share row exclusive mode`)
  check(await countTeamsOfOthers(db, invented))
  const goes = await countRemoved(db, people)
  // The mark just removed tells which content is still the demo's.
  const begun = { key: 'begun' as const, value: { content: 'keep' }, updatedAt: now }
  await db.insert(setting).values(begun).onConflictDoUpdate({ target: setting.key, set: begun })
  const content = await countDemoContent(db)
  await clearPeople(ctx, people, features)
  await clearContent(ctx, contentChoice)
  await db
    .update(setting)
    .set({ value: { content: contentChoice } })
    .where(eq(setting.key, 'begun'))
  await handOverFiles(db, await organiser(ctx))
  await audit(ctx, 'site.begun', {
    subject: { kind: 'settings', id: 'demo' },
    before: { demo: true, removed: contentChoice === 'keep' ? goes : { ...goes, ...content } },
    after: { demo: false, content: contentChoice },
  })
  return true
}
