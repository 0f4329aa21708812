import type { AccountId, InstitutionId, InstitutionMergeId } from '@lectern/contract/ids.ts'
import { undoMergeMilliseconds } from '@lectern/contract/institutions/institution-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, desc, eq, gt, inArray, isNull, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockMembers, moveMembers } from '../../accounts/service.ts'
import { takeStep } from '../../steps/service.ts'
import { lockInstitution, moveInstitutionRow, requireInstitution } from '../directory/directory.ts'
import { insertAliases, renewSearch } from '../directory/directory-queries.ts'
import { mergedRows, teamsByInstitution, type MergedPair } from '../ports.ts'
import type { InstitutionRow } from '../queries.ts'
import { institution, institutionAlias, institutionMerge, institutionOfficer, type MovedRows } from '../tables.ts'
import { comparedSpelling } from '../directory/spellings.ts'

type Kept = Pick<InstitutionRow, 'id' | 'kind' | 'state' | 'mergedInto'>

const mayMerge = (from: Kept, into: Kept): Verdict => {
  if (from.id === into.id) return refuse('institution.mergeSelf')
  const isFit = [from, into].every(({ state, mergedInto }) => state !== 'closed' && mergedInto === null)
  return isFit && from.kind === into.kind ? permitted : refuse('institution.mergeUnfit')
}

/** What would move, and whether it may. */
export const previewMerge = async (ctx: Ctx, { from, into }: MergedPair) => {
  const [row, target] = [await requireInstitution(ctx, from), await requireInstitution(ctx, into)]
  const { ports } = ctx.installation
  const teams = (await ports.use(teamsByInstitution).count(ctx, [from])).get(from) ?? 0
  let all = 0
  for (const rows of ports.all(mergedRows)) all += await rows.count(ctx, from)
  return {
    moved: { people: row.people, teams, officers: row.officers, below: row.below, others: all - teams },
    whyNot: refusalText(mayMerge(row, target), ctx.locale),
  }
}

/** The institutions of a pair, locked in the order of their ids. */
const lockPair = async (ctx: Ctx, { from, into }: MergedPair) => {
  const rows = new Map<InstitutionId, InstitutionRow>()
  for (const id of [from, into].toSorted()) rows.set(id, await lockInstitution(ctx, id))
  // Nobody chooses it any more: whoever has chosen it a moment ago is waited for.
  await ctx.db.execute(sql`select from ${institution} where ${institution.id} = ${from} for update`)
  return { from: rows.get(from)!, into: rows.get(into)! }
}

/** Officers move, too, unless the same person is one of both. */
const moveOfficers = async (ctx: Ctx, { from, into }: MergedPair, only?: readonly string[]): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update ${institutionOfficer} as moved set institution_id = ${into}
    where moved.institution_id = ${from} and ${only ? sql`moved.id = any(${sql.param([...only])}::uuid[])` : sql`true`}
      and not exists (
        select from ${institutionOfficer} as other where other.institution_id = ${into} and (
          (other.account_id = moved.account_id and other.state in ('requested', 'active') and moved.state in ('requested', 'active'))
          or (other.contact = moved.contact and other.state = 'invited' and moved.state = 'invited')
        )
      )
    returning moved.id
  `)
  return rows.map(({ id }) => id)
}

const moveBelow = async (ctx: Ctx, { from, into }: MergedPair, only?: readonly string[]): Promise<string[]> => {
  const rows = await ctx.db
    .update(institution)
    .set({ parentId: into, version: sql`${institution.version} + 1`, updatedAt: ctx.now })
    .where(and(eq(institution.parentId, from), only && inArray(institution.id, only as InstitutionId[])))
    .returning({ id: institution.id })
  return rows.map(({ id }) => id)
}

const moveAliases = async (ctx: Ctx, { from, into }: MergedPair, only?: readonly string[]): Promise<string[]> => {
  const rows = await ctx.db
    .update(institutionAlias)
    .set({ institutionId: into })
    .where(and(eq(institutionAlias.institutionId, from), only && inArray(institutionAlias.id, [...only])))
    .returning({ id: institutionAlias.id })
  return rows.map(({ id }) => id)
}

/** Names of what was merged find the other one. Returns the ids of the aliases that this adds. */
const addNames = async (ctx: Ctx, from: InstitutionRow, into: InstitutionRow): Promise<string[]> => {
  const own = new Set(Object.values(into.name).map(comparedSpelling))
  const spellings = new Map(Object.values(from.name).map((text) => [comparedSpelling(text), text]))
  const taken = new Set(
    (
      await ctx.db
        .select({ normal: institutionAlias.normal })
        .from(institutionAlias)
        .where(inArray(institutionAlias.normal, [...spellings.keys()]))
    ).map(({ normal }) => normal),
  )
  const aliases = [...spellings].flatMap(([compared, text]) =>
    compared === '' || own.has(compared) || taken.has(compared) ? [] : [text],
  )
  await insertAliases(ctx.db, into.id, aliases, ctx.now)
  if (aliases.length === 0) return []
  const rows = await ctx.db
    .select({ id: institutionAlias.id })
    .from(institutionAlias)
    .where(inArray(institutionAlias.normal, aliases.map(comparedSpelling)))
  return rows.map(({ id }) => id)
}

const moveEverything = async (ctx: Ctx, pair: MergedPair): Promise<MovedRows> => {
  const moved: Record<string, readonly string[]> = {
    account: await moveMembers(ctx, pair),
    institution: await moveBelow(ctx, pair),
    institution_officer: await moveOfficers(ctx, pair),
    institution_alias: await moveAliases(ctx, pair),
  }
  for (const rows of ctx.installation.ports.all(mergedRows)) Object.assign(moved, await rows.move(ctx, pair))
  return moved
}

const ownTables = ['account', 'institution', 'institution_officer', 'institution_alias', 'added_alias', 'team']

const countMoved = (moved: MovedRows) => ({
  people: moved['account']?.length ?? 0,
  teams: moved['team']?.length ?? 0,
  officers: moved['institution_officer']?.length ?? 0,
  below: moved['institution']?.length ?? 0,
  others: Object.entries(moved).reduce((sum, [table, ids]) => (ownTables.includes(table) ? sum : sum + ids.length), 0),
})

/** Merges an institution into another one: everything that belongs to it moves. */
export const mergeInstitution = (outer: SignedIn, { from, into }: MergedPair, version: number) =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        await lockMembers(ctx.db, from)
        const rows = await lockPair(ctx, { from, into })
        if (rows.from.version !== version) throw fail('resource.changed')
        return rows
      },
      may: (rows) => mayMerge(rows.from, rows.into),
      move: async (rows) => {
        const moved = {
          ...(await moveEverything(ctx, { from, into })),
          added_alias: await addNames(ctx, rows.from, rows.into),
        }
        await moveInstitutionRow(ctx, from, 'closed', into)
        await renewSearch(ctx.db, into)
        const id = newId<InstitutionMergeId>(ctx.now)
        await ctx.db.insert(institutionMerge).values({
          id,
          fromId: from,
          intoId: into,
          state: rows.from.state,
          moved,
          mergedBy: ctx.actor.id,
          mergedAt: ctx.now,
        })
        const counts = countMoved(moved)
        return {
          after: { id, moved: counts },
          log: {
            action: 'institution.merged',
            subject: { kind: 'institution', id: from },
            after: { mergedInto: into, peopleCount: counts.people, teamCount: counts.teams },
          },
        }
      },
    }),
  )

const undoneSince = (now: Date): Date => new Date(now.getTime() - undoMergeMilliseconds)

/** Merges that can be undone, the newest first. Few rows. */
export const listMerges = ({ db, now }: Ctx) => {
  const nameOf = (id: 'from_id' | 'into_id') =>
    sql<InstitutionRow['name']>`(
      select one.name from institution as one where one.id = institution_merge.${sql.identifier(id)}
    )`
  return db
    .select({
      id: institutionMerge.id,
      from: nameOf('from_id'),
      into: nameOf('into_id'),
      intoId: institutionMerge.intoId,
      mergedAt: institutionMerge.mergedAt,
    })
    .from(institutionMerge)
    .where(and(isNull(institutionMerge.undoneAt), gt(institutionMerge.mergedAt, undoneSince(now))))
    .orderBy(desc(institutionMerge.mergedAt), desc(institutionMerge.id))
    .limit(100)
}

const moveEverythingBack = async (ctx: Ctx, { from, into }: MergedPair, moved: MovedRows): Promise<void> => {
  const back = { from: into, into: from }
  await moveMembers(ctx, { ...back, only: (moved['account'] ?? []) as AccountId[] })
  await moveBelow(ctx, back, moved['institution'] ?? [])
  await moveOfficers(ctx, back, moved['institution_officer'] ?? [])
  const added = moved['added_alias'] ?? []
  if (added.length > 0)
    await ctx.db
      .delete(institutionAlias)
      .where(and(eq(institutionAlias.institutionId, into), inArray(institutionAlias.id, [...added])))
  await moveAliases(ctx, back, moved['institution_alias'] ?? [])
  for (const rows of ctx.installation.ports.all(mergedRows)) await rows.moveBack(ctx, { from, into }, moved)
}

/** Undoes a merge within a day. What was moved goes back, as far as nobody has moved it on since. */
export const undoMerge = (outer: SignedIn, id: InstitutionMergeId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const [merge] = await ctx.db
      .select()
      .from(institutionMerge)
      .where(and(eq(institutionMerge.id, id), isNull(institutionMerge.undoneAt)))
    if (!merge) throw fail('institution.mergeNotFound')
    const pair = { from: merge.fromId, into: merge.intoId }
    await takeStep(ctx, {
      lock: async () => {
        await lockMembers(ctx.db, pair.into)
        const rows = await lockPair(ctx, pair)
        const [standing] = await ctx.db
          .select({ id: institutionMerge.id })
          .from(institutionMerge)
          .where(and(eq(institutionMerge.id, id), isNull(institutionMerge.undoneAt)))
          .for('update')
        if (!standing) throw fail('institution.mergeNotFound')
        return rows
      },
      may: (rows) => {
        if (merge.mergedAt <= undoneSince(ctx.now)) return refuse('institution.mergeTooLate')
        return rows.into.mergedInto === null && rows.from.mergedInto === pair.into
          ? permitted
          : refuse('institution.mergeChanged')
      },
      move: async () => {
        await moveEverythingBack(ctx, pair, merge.moved)
        await moveInstitutionRow(ctx, pair.from, merge.state)
        await renewSearch(ctx.db, pair.into)
        await renewSearch(ctx.db, pair.from)
        await ctx.db.update(institutionMerge).set({ undoneAt: ctx.now }).where(eq(institutionMerge.id, id))
        return {
          after: undefined,
          log: {
            action: 'institution.mergeUndone',
            subject: { kind: 'institution', id: pair.from },
            before: { mergedInto: pair.into },
          },
        }
      },
    })
  })
