import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import type { InstitutionRow } from '../queries.ts'
import { institution, institutionAlias } from '../tables.ts'
import { comparedSpelling } from './spellings.ts'

export interface KnownInstitution extends Pick<
  InstitutionRow,
  'id' | 'kind' | 'code' | 'parentId' | 'state' | 'mergedInto'
> {
  name: LocalizedText
  aliases: readonly string[]
}

type Stored = KnownInstitution & { search: string }

/** All institutions with their aliases: an import compares its rows with each of them. */
export const everyInstitution = async (db: Database): Promise<KnownInstitution[]> => {
  const { rows } = await db.execute<KnownInstitution & Record<string, unknown>>(sql`
    select one.id, one.kind, one.code, one.name, one.parent_id as "parentId", one.state, one.merged_into as "mergedInto",
      array(select text from ${institutionAlias} as alias where alias.institution_id = one.id order by alias.id) as aliases
    from ${institution} as one order by one.id
  `)
  return rows
}

interface NewAlias {
  id: string
  institution: InstitutionId
  text: string
  normal: string
}

const insertAliasesOf = async ({ db, now }: Ctx, rows: readonly Stored[]): Promise<void> => {
  const aliases = rows.flatMap(({ id, aliases: texts }) =>
    texts.map((text): NewAlias => ({ id: newId<string>(now), institution: id, text, normal: comparedSpelling(text) })),
  )
  if (aliases.length === 0) return
  await db.execute(sql`
    insert into ${institutionAlias} (id, institution_id, text, normal, created_at)
    select id, institution, text, normal, ${now}
    from jsonb_to_recordset(${JSON.stringify(aliases)}::jsonb) as row (id uuid, institution uuid, text text, normal text)
    on conflict (normal) do update set text = ${institutionAlias.text}
    where ${institutionAlias.institutionId} = excluded.institution_id
  `)
}

const recordset = (rows: readonly Stored[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as row (id uuid, kind text, code text, name jsonb, "parentId" uuid, state text, search text)
`

/** Adds institutions in one statement for each kind: schools need their provinces. */
export const storeNew = async (ctx: Ctx, rows: readonly Stored[]): Promise<void> => {
  for (const kind of ['province', 'school'] as const) {
    const some = rows.filter((row) => row.kind === kind)
    if (some.length === 0) continue
    await ctx.db.execute(sql`
      insert into ${institution} (id, kind, code, name, parent_id, state, search, created_at, updated_at)
      select id, kind, code, name, "parentId", state, search, ${ctx.now}, ${ctx.now} from ${recordset(some)}
    `)
  }
  await insertAliasesOf(ctx, rows)
}

/** Changes code, names, province and search of institutions; adds aliases. */
export const storeChanged = async (ctx: Ctx, rows: readonly Stored[]): Promise<void> => {
  if (rows.length === 0) return
  await ctx.db.execute(sql`
    update ${institution} as one
    set code = row.code, name = row.name, parent_id = row."parentId", search = row.search, is_demo = false,
      version = one.version + 1, updated_at = ${ctx.now}
    from ${recordset(rows)} where one.id = row.id
  `)
  await insertAliasesOf(ctx, rows)
}
