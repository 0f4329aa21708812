import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { InstitutionKind, InstitutionState } from '@lectern/contract/institutions/institution-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { newId } from '../../../platform/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { institutionColumns, type InstitutionRow } from '../queries.ts'
import { institution, institutionAlias } from '../tables.ts'
import { comparedSpelling, searchPattern, searchTerms } from './spellings.ts'

/** That an institution is found by what somebody types; the index answers it. */
export const whereFound = (text: string): SQL => {
  const pattern = searchPattern(text)
  return pattern === null
    ? sql`false`
    : sql`array_to_tsvector(string_to_array(${institution.search}, ' ')) @@ ${pattern}::tsquery`
}

export interface InstitutionFilter {
  search?: string | undefined
  kind?: InstitutionKind | undefined
  state?: InstitutionState | undefined
  parent?: InstitutionId | undefined
}

const filtered = ({ search, kind, state, parent }: InstitutionFilter) =>
  and(
    search ? whereFound(search) : undefined,
    kind && eq(institution.kind, kind),
    // Those that were merged into others are shown with the merge, not in the list.
    isNull(institution.mergedInto),
    state && eq(institution.state, state),
    parent && eq(institution.parentId, parent),
  )

// Names of columns are written out: a statement with one table leaves the table out, which a subquery must not.
export const parentName = sql<LocalizedText | null>`(
  select parent.name from institution as parent where parent.id = institution.parent_id
)`

const listedColumns = {
  ...institutionColumns,
  parentName,
  aliases: sql<string[]>`array(
    select alias.text from institution_alias as alias where alias.institution_id = institution.id
    order by alias.text collate "C"
  )`,
  below: sql<number>`(
    select count(*)::int from institution as below where below.parent_id = institution.id and below.merged_into is null
  )`,
  people: sql<number>`(
    select count(*)::int from account where account.institution_id = institution.id and account.status <> 'deleted'
  )`,
  officers: sql<number>`(
    select count(*)::int from institution_officer as officer
    where officer.institution_id = institution.id and officer.state = 'active'
  )`,
}

/** Provinces first, each group by code, then by the time it was added. */
const listOrder = [sql`${institution.kind} = 'school'`, asc(institution.code), asc(institution.id)]

export const institutionPage = (db: Database, filter: InstitutionFilter, { page, pageSize }: Slice) =>
  db
    .select(listedColumns)
    .from(institution)
    .where(filtered(filter))
    .orderBy(...listOrder)
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export type ListedInstitution = Awaited<ReturnType<typeof institutionPage>>[number]

export const countInstitutions = (db: Database, filter: InstitutionFilter): Promise<number> =>
  countRows(db, institution, filtered(filter))

export const listedInstitution = async (db: Database, id: InstitutionId): Promise<ListedInstitution | undefined> => {
  const [row] = await db.select(listedColumns).from(institution).where(eq(institution.id, id))
  return row
}

/** The institutions that a spelling stands for exactly: by a name or an alias. Few rows. */
export const institutionsCalled = async (db: Database, compared: string): Promise<InstitutionRow[]> => {
  if (compared === '') return []
  const rows = await db
    .select({ ...institutionColumns, aliases: listedColumns.aliases })
    .from(institution)
    .where(and(whereFound(compared), isNull(institution.mergedInto)))
    .orderBy(asc(institution.id))
    .limit(200)
  return rows.filter(({ name, aliases }) =>
    [...Object.values(name), ...aliases].some((text) => comparedSpelling(text) === compared),
  )
}

export const institutionOfCode = async (db: Database, code: string): Promise<InstitutionRow | undefined> => {
  const [row] = await db.select(institutionColumns).from(institution).where(eq(institution.code, code))
  return row
}

/** Everything that these institutions are called, in all languages, other spellings included. */
export const namesOfInstitutions = async (db: Database, ids: readonly (InstitutionId | null)[]): Promise<string[]> => {
  const institutionIds = [...new Set(ids.filter((id) => id !== null))]
  if (institutionIds.length === 0) return []
  const rows = await db
    .select({ name: institution.name, aliases: listedColumns.aliases })
    .from(institution)
    .where(inArray(institution.id, institutionIds))
    .orderBy(asc(institution.id))
  return rows.flatMap(({ name, aliases }) => [...Object.values(name), ...aliases])
}

/** The open institutions that have one of these codes, by code. */
export const institutionsOfCodes = async (
  db: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string, InstitutionRow>> => {
  const rows = await db
    .select(institutionColumns)
    .from(institution)
    .where(and(inArray(institution.code, [...codes]), ne(institution.state, 'closed')))
  return new Map(rows.map((row) => [row.code!, row]))
}

/** For whom these spellings stand already. */
export const aliasHolders = (db: Database, compared: readonly string[]) =>
  db
    .select({
      normal: institutionAlias.normal,
      institutionId: institutionAlias.institutionId,
      name: institution.name,
    })
    .from(institutionAlias)
    .innerJoin(institution, eq(institution.id, institutionAlias.institutionId))
    .where(inArray(institutionAlias.normal, [...compared]))

export const insertAliases = async (
  db: Database,
  id: InstitutionId,
  aliases: readonly string[],
  now: Date,
): Promise<void> => {
  if (aliases.length === 0) return
  await db.insert(institutionAlias).values(
    aliases.map((text) => ({
      id: newId<string>(now),
      institutionId: id,
      text,
      normal: comparedSpelling(text),
      createdAt: now,
    })),
  )
}

export const replaceAliases = async (
  db: Database,
  id: InstitutionId,
  aliases: readonly string[],
  now: Date,
): Promise<void> => {
  // Those that stay keep their id, by which an undone merge finds what it has moved.
  await db
    .delete(institutionAlias)
    .where(
      and(
        eq(institutionAlias.institutionId, id),
        sql`${institutionAlias.text} <> all (${sql.param([...aliases])}::text[])`,
      ),
    )
  const stored = await db
    .select({ text: institutionAlias.text })
    .from(institutionAlias)
    .where(eq(institutionAlias.institutionId, id))
  const added = aliases.filter((text) => !stored.some((alias) => alias.text === text))
  await insertAliases(db, id, added, now)
}

interface Found {
  code: string | null
  name: LocalizedText
  aliases: readonly string[]
}

/** The column that searches read, from everything an institution is called. */
export const searchOf = ({ code, name, aliases }: Found): string =>
  searchTerms([...Object.values(name), ...aliases], code)

/** Writes the search column anew, after names or aliases were changed by other statements. */
export const renewSearch = async (db: Database, id: InstitutionId): Promise<void> => {
  const row = await listedInstitution(db, id)
  if (row)
    await db
      .update(institution)
      .set({ search: searchOf(row) })
      .where(eq(institution.id, id))
}
