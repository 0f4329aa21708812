import type { DemoKind } from '@lectern/contract/office/office-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'

/** Its first version has no author: the program created it. */
const whereDemo = (kind: DemoKind): SQL => sql`exists (
  select from revision
  where subject_kind = ${kind} and subject_id = ${sql.identifier(kind)}.id::text and number = 1 and account_id is null
)`

/** The demo creates an edition at the same moment as its activities. */
const isDemoEdition = sql`exists (
  select from activity
  where activity.edition_id = edition.id and activity.created_at = edition.created_at
    and ${whereDemo('activity')}
)`

/**
 * Every site starts with minimal pages. Only in a demo, or a site that kept the demo's pages, is an unchanged page
 * one of the demo's.
 */
const hasDemoPages = sql`exists (
  select from setting where key = 'demo' or (key = 'begun' and value ->> 'content' in ('keep', 'pages'))
)`

const whereUntouched = (kind: DemoKind): SQL => sql`${sql.identifier(kind)}.version = 1`

/** Which rows of each kind are still as the demo brought them. */
export const stillDemo: Record<DemoKind, SQL> = {
  page: sql`${whereUntouched('page')} and ${hasDemoPages}`,
  edition: sql`${whereUntouched('edition')} and ${isDemoEdition}`,
  activity: sql`${whereUntouched('activity')} and ${whereDemo('activity')}`,
  banner: sql`${whereUntouched('banner')} and ${whereDemo('banner')}`,
  article: sql`${whereUntouched('article')} and ${whereDemo('article')}`,
  material: sql`${whereUntouched('material')} and ${whereDemo('material')}`,
  expert: sql`${whereUntouched('expert')} and ${whereDemo('expert')}`,
  partner: sql`${whereUntouched('partner')} and ${whereDemo('partner')}`,
}

/** The same for a phase, which is never listed by itself. */
export const isDemoPhase = sql`phase.version = 1 and exists (
  select from edition where edition.id = phase.edition_id and edition.created_at = phase.created_at and ${isDemoEdition}
)`

interface FoundItem extends Record<string, unknown> {
  kind: DemoKind
  id: string
  title: LocalizedText
  variant: string | null
  isPublic: boolean
}

/** The title of each kind, and whether visitors see it. */
const columnsOf: Record<DemoKind, { title: SQL; isPublic: SQL; id?: SQL; variant?: SQL }> = {
  page: { id: sql`name`, title: sql`'{}'::jsonb`, isPublic: sql`true` },
  edition: { title: sql`name`, isPublic: sql`current` },
  activity: { title: sql`name`, isPublic: sql`state in ('published', 'scheduled')` },
  banner: { title: sql`title`, isPublic: sql`visible` },
  article: { title: sql`title`, isPublic: sql`state in ('published', 'scheduled')`, variant: sql`kind` },
  material: { title: sql`title`, isPublic: sql`state in ('published', 'scheduled')` },
  expert: { title: sql`name`, isPublic: sql`state = 'published'` },
  partner: { title: sql`name`, isPublic: sql`visible` },
}

/** Few rows: the demo brings about a hundred items. */
export const listStillDemo = async (db: Database): Promise<FoundItem[]> => {
  const parts = (Object.keys(stillDemo) as DemoKind[]).map((kind, place) => {
    const { id = sql`id`, title, variant = sql`null`, isPublic } = columnsOf[kind]
    return sql`(
      select
        ${place}::integer as place, ${kind}::text as kind, ${id}::text as id, ${title} as title,
        ${variant}::text as variant, ${isPublic} as "isPublic"
      from ${sql.identifier(kind)} where ${stillDemo[kind]}
    )`
  })
  const { rows } = await db.execute<FoundItem>(sql`${sql.join(parts, sql` union all `)} order by place, id`)
  return rows
}
