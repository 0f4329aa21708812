import { privatePurposes } from '@lectern/contract/files/file-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { DemoKind, KeptContent } from '@lectern/contract/office/office-values.ts'
import { resetPages } from '../database/pages.ts'
import { account } from '../features/accounts/tables.ts'
import { stillDemo } from '../features/office/demo-content.ts'
import type { Ctx } from '../platform/context.ts'
import type { Database } from '../platform/database/connect.ts'
import { inArray, sql } from '../platform/database/drizzle.ts'
import type { Feature } from '../platform/feature.ts'

/** Removes the demo's people and what the features declare, the highest feature first. Requires a transaction. */
export const clearPeople = async (
  ctx: Ctx,
  people: readonly AccountId[],
  features: readonly Feature[],
): Promise<void> => {
  // Otherwise the database keeps what results follow from.
  await ctx.db.execute(sql`select set_config('lectern.clearing', 'on', true)`)
  for (const { demo } of features.toReversed()) {
    for (const table of demo?.tables ?? []) await ctx.db.execute(sql`delete from ${sql.identifier(table)}`)
    await demo?.clear?.(ctx, people)
  }
  await ctx.db.delete(account).where(inArray(account.id, [...people]))
}

/** Files of the site's content get an existing owner. */
export const handOverFiles = async (db: Database, to: string): Promise<void> => {
  await db.execute(sql`
    update file set owner_id = (select id from account where username = ${to})
    where state <> 'removed' and not exists (select from account where account.id = owner_id)
  `)
}

/** The demo's organiser becomes a real one: their invented details are removed. */
export const forgetInventedDetails = async ({ db, now }: Ctx, id: AccountId): Promise<void> => {
  await db.execute(sql`
    update account set
      nickname = null, real_name = null, email = null, phone = null, profile = null, country = null, province = null,
      city = null, school = null, department = null, title = null, version = version + 1, updated_at = ${now}
    where id = ${id}
  `)
}

/** Kinds removed together, each before what it belongs to. */
const removedKinds = ['banner', 'article', 'material', 'expert', 'partner', 'activity'] as const

/** Files that the first versions of this content refer to. */
const filesNamedIn = (kind: DemoKind) => sql`(
  select file.id from file
  where file.purpose <> all (${sql.param(privatePurposes)}::text[]) and exists (
    select from revision, ${sql.identifier(kind)} as row
    where subject_kind = ${kind} and subject_id = ${kind === 'page' ? sql`row.name` : sql`row.id`}::text
      and position(file.id::text in revision.content::text) > 0
  )
)`

/** Pictures and attachments that nothing refers to any more. */
const removeUnusedFiles = async (db: Database, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.execute(sql`
    with written as (
      select content::text as text from revision
      union all select draft::text || published::text from page
      union all select value::text from setting
      union all select concat(article::text) from article
      union all select concat(material::text) from material
      union all select concat(activity::text) from activity
      union all select concat(banner::text) from banner
      union all select concat(expert::text) from expert
      union all select concat(partner::text) from partner
    )
    update file set state = 'removed'
    where id = any (${sql.param(ids)}::uuid[])
      and not exists (select from written where position(file.id::text in written.text) > 0)
  `)
}

/**
 * Removes unchanged content of the demo. Content that an organiser has created or changed stays, and so does an
 * edition with such an activity. Requires a transaction, after the people are removed.
 */
export const clearContent = async ({ db, now }: Ctx, content: KeptContent): Promise<void> => {
  if (content === 'keep') return
  const kinds: DemoKind[] = [...removedKinds, ...(content === 'none' ? (['page'] as const) : [])]
  const files: string[] = []
  for (const kind of kinds) {
    const { rows } = await db.execute<{ id: string }>(filesNamedIn(kind))
    files.push(...rows.map(({ id }) => id))
  }
  // Read before the activities are removed, because they identify an edition of the demo.
  const { rows: editions } = await db.execute<{ id: string }>(sql`select id from edition where ${stillDemo.edition}`)
  await db.execute(sql`
    delete from phase where activity_id in (select id from activity where ${stillDemo.activity})
  `)
  for (const kind of removedKinds) {
    const { rows } = await db.execute<{ id: string }>(
      sql`delete from ${sql.identifier(kind)} where ${stillDemo[kind]} returning id`,
    )
    await db.execute(sql`
      delete from revision
      where subject_kind = ${kind} and subject_id = any (${sql.param(rows.map(({ id }) => id))}::text[])
    `)
  }
  const emptied = sql`
    id = any (${sql.param(editions.map(({ id }) => id))}::uuid[])
    and not exists (select from activity where activity.edition_id = edition.id)
  `
  await db.execute(sql`delete from phase where edition_id in (select id from edition where ${emptied})`)
  await db.execute(sql`delete from edition where ${emptied}`)
  if (content === 'none') {
    const { rows } = await db.execute<{ name: string }>(sql`select name from page where ${stillDemo.page}`)
    await resetPages(
      db,
      now,
      rows.map(({ name }) => name),
    )
  }
  await removeUnusedFiles(db, [...new Set(files)])
}
