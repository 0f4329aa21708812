import type { AccountId } from '@lectern/contract/ids.ts'
import type { KeptContent } from '@lectern/contract/office-values.ts'
import { audit } from '../features/audit/service.ts'
import { setting } from '../features/settings/tables.ts'
import type { Ctx } from '../platform/context.ts'
import { eq, sql } from '../platform/database/drizzle.ts'
import type { Feature } from '../platform/feature.ts'
import { clearContent, clearPeople, handOverFiles } from './clear.ts'
import { countDemoContent, countRemoved, countTeamsOfOthers } from './plan.ts'

interface Wanted {
  /** Of the demo's people those who go. */
  people: readonly AccountId[]
  /** All people of the demo, whoever of them stays. */
  invented: readonly AccountId[]
  content: KeptContent
  features: readonly Feature[]
  /** Makes or keeps the organiser whom the files of the site's content belong to from now on, and gives their username. */
  organiser: (ctx: Ctx) => Promise<string>
}

/**
 * Makes a real site of the demo, in the transaction of its caller; false if another was quicker. `check` sees how many teams have people who were not invented; nobody
 * joins or makes one until it is done.
 */
export const beginSite = async (
  ctx: Ctx,
  { people, invented, content: kept, organiser, features }: Wanted,
  check: (teamsOfOthers: number) => void = () => undefined,
): Promise<boolean> => {
  const { db, now } = ctx
  // Whoever begins at the same time waits here, and finds nothing.
  const { rowCount } = await db.delete(setting).where(eq(setting.key, 'demo'))
  if (rowCount === 0) return false
  const locked = features.flatMap(({ demo }) => demo?.locked ?? []).map((table) => sql.identifier(table))
  await db.execute(sql`lock table ${sql.join(locked, sql`, `)} in share row exclusive mode`)
  check(await countTeamsOfOthers(db, invented))
  const goes = await countRemoved(db, people)
  // What is still the demo's is told by the mark that has just been taken away.
  const begun = { key: 'begun' as const, value: { content: 'keep' }, updatedAt: now }
  await db.insert(setting).values(begun).onConflictDoUpdate({ target: setting.key, set: begun })
  const content = await countDemoContent(db)
  await clearPeople(ctx, people, features)
  await clearContent(ctx, kept)
  await db
    .update(setting)
    .set({ value: { content: kept } })
    .where(eq(setting.key, 'begun'))
  await handOverFiles(db, await organiser(ctx))
  await audit(ctx, 'site.begun', {
    subject: { kind: 'settings', id: 'demo' },
    before: { demo: true, removed: kept === 'keep' ? goes : { ...goes, ...content } },
    after: { demo: false, content: kept },
  })
  return true
}
