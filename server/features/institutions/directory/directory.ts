import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { InstitutionKind, InstitutionState } from '@lectern/contract/institutions/institution-values.ts'
import type * as contract from '@lectern/contract/institutions/institutions.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { takeStep } from '../../steps/service.ts'
import { institutionById, lockInstitutionRow, type InstitutionRow } from '../queries.ts'
import { institution } from '../tables.ts'
import { isCodeFormed } from './codes.ts'
import {
  aliasHolders,
  countInstitutions,
  insertAliases,
  institutionOfCode,
  institutionPage,
  institutionsCalled,
  listedInstitution,
  replaceAliases,
  searchOf,
  type ListedInstitution,
} from './directory-queries.ts'
import { comparedSpelling } from './spellings.ts'

export const listInstitutions = async (
  { db }: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof contract.listInstitutions>,
) => ({
  list: await institutionPage(db, filter, { page, pageSize }),
  total: await countInstitutions(db, filter),
  page,
  pageSize,
})

export const requireInstitution = async ({ db }: Ctx, id: InstitutionId): Promise<ListedInstitution> => {
  const row = await listedInstitution(db, id)
  if (!row) throw fail('institution.notFound')
  return row
}

/** Locks an institution, after accounts and before teams. */
export const lockInstitution = async (ctx: Ctx, id: InstitutionId): Promise<InstitutionRow> => {
  const row = await lockInstitutionRow(ctx.db, id)
  if (!row) throw fail('institution.notFound')
  return row
}

interface Content {
  code: string | null
  name: LocalizedText
  parentId: InstitutionId | null
  aliases: readonly string[]
}

interface Placed extends Content {
  kind: InstitutionKind
}

const checkParent = async (ctx: Ctx, { kind, parentId }: Placed, before: InstitutionRow | undefined): Promise<void> => {
  if (parentId === null || parentId === before?.parentId) return
  const parent = kind === 'school' ? await institutionById(ctx.db, parentId) : undefined
  if (!parent || parent.kind !== 'province' || parent.state === 'closed')
    throw fail('institution.parentUnfit').at('parentId')
}

const checkCode = async (ctx: Ctx, { kind, code }: Placed, before: InstitutionRow | undefined): Promise<void> => {
  if (code === null || code === before?.code) return
  if (!isCodeFormed(kind, code)) throw fail('institution.codeFormat').at('code')
  if (await institutionOfCode(ctx.db, code)) throw fail('institution.codeTaken').at('code')
}

/** Two schools of one province must not have the same name: nobody could choose between them. */
const checkNames = async (ctx: Ctx, { kind, name, parentId }: Placed, before: InstitutionRow | undefined) => {
  for (const text of new Set(Object.values(name))) {
    const others = await institutionsCalled(ctx.db, comparedSpelling(text))
    const isTwice = others.some(
      (other) =>
        other.id !== before?.id && other.kind === kind && other.parentId === parentId && other.state !== 'closed',
    )
    if (isTwice) throw fail('institution.twice', { name: text }).at('name')
  }
}

/** Without repetitions, and without spellings that are names of the institution itself. */
const tidyAliases = ({ name, aliases }: Content): string[] => {
  const names = new Set(Object.values(name).map(comparedSpelling))
  const spellings = new Map(aliases.map((text) => [comparedSpelling(text), text]))
  return [...spellings].flatMap(([compared, text]) => (compared === '' || names.has(compared) ? [] : [text])).toSorted()
}

const checkAliases = async (ctx: Ctx, aliases: readonly string[], own: InstitutionId | undefined): Promise<void> => {
  if (aliases.length === 0) return
  const holders = await aliasHolders(ctx.db, aliases.map(comparedSpelling))
  const other = holders.find(({ institutionId }) => institutionId !== own)
  if (!other) return
  const alias = aliases.find((text) => comparedSpelling(text) === other.normal) ?? other.normal
  throw fail('institution.aliasTaken', { alias, institution: localize(other.name, ctx.locale).text }).at('aliases')
}

/** Validates what the contract cannot; returns the content as it is stored. */
const checkContent = async (ctx: Ctx, placed: Placed, before?: InstitutionRow): Promise<Placed> => {
  await checkParent(ctx, placed, before)
  await checkCode(ctx, placed, before)
  await checkNames(ctx, placed, before)
  const aliases = tidyAliases(placed)
  await checkAliases(ctx, aliases, before?.id)
  return { ...placed, aliases }
}

const logged = ({ code, name, parentId: parent, aliases }: Content) => ({ code, name, parent, aliases })

export const createInstitution = async (
  outer: SignedIn,
  input: BodyOf<typeof contract.createInstitution>,
  key: string | undefined,
): Promise<ListedInstitution> => {
  const call = { scope: `institution.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => {
    const content = await checkContent(ctx, input)
    const { kind, code, name, parentId, aliases } = content
    const row = {
      id: newId<InstitutionId>(ctx.now),
      kind,
      code,
      name,
      parentId,
      // Whoever enters it by hand knows it.
      state: 'verified' as const,
      search: searchOf(content),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    await ctx.db.insert(institution).values(row)
    await insertAliases(ctx.db, row.id, aliases, ctx.now)
    await audit(ctx, 'institution.created', {
      subject: { kind: 'institution', id: row.id },
      after: { kind, ...logged(content) },
    })
    return { id: row.id }
  })
  return requireInstitution(outer, id)
}

export const saveInstitution = (
  outer: SignedIn,
  id: InstitutionId,
  { version, ...input }: BodyOf<typeof contract.saveInstitution>,
): Promise<ListedInstitution> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockInstitution(ctx, id)
    if (row.version !== version) throw fail('resource.changed')
    if (row.mergedInto) throw fail('institution.moveRefused')
    const before = await requireInstitution(ctx, id)
    const content = await checkContent(ctx, { ...input, kind: row.kind }, row)
    if (isDeepStrictEqual(logged(before), logged(content))) return before
    const { code, name, parentId, aliases } = content
    await ctx.db
      .update(institution)
      .set({
        code,
        name,
        parentId,
        search: searchOf(content),
        isDemo: false,
        version: sql`${institution.version} + 1`,
        updatedAt: ctx.now,
      })
      .where(eq(institution.id, id))
    await replaceAliases(ctx.db, id, aliases, ctx.now)
    await audit(ctx, 'institution.updated', {
      subject: { kind: 'institution', id },
      before: logged(before),
      after: logged(content),
    })
    return requireInstitution(ctx, id)
  })

/** Writes the state of an institution. Requires its lock. */
export const moveInstitutionRow = async (
  ctx: Ctx,
  id: InstitutionId,
  to: InstitutionState,
  mergedInto: InstitutionId | null = null,
): Promise<void> => {
  await ctx.db
    .update(institution)
    .set({ state: to, mergedInto, version: sql`${institution.version} + 1`, updatedAt: ctx.now })
    .where(eq(institution.id, id))
}

/** A province with open schools stays open: its schools would have nobody above them. */
const mayMove = (row: InstitutionRow, to: InstitutionState, openBelow: number): Verdict => {
  if (row.mergedInto || row.state === to) return refuse('institution.moveRefused')
  return to === 'closed' && openBelow > 0 ? refuse('institution.hasSchools', { schools: openBelow }) : permitted
}

export const moveInstitution = (
  outer: SignedIn,
  id: InstitutionId,
  { state: to, version }: BodyOf<typeof contract.moveInstitution>,
): Promise<ListedInstitution> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        const row = await lockInstitution(ctx, id)
        if (row.version !== version) throw fail('resource.changed')
        const { rows } = await ctx.db.execute<{ open: number }>(sql`
          select count(*)::int as open from ${institution} as below where below.parent_id = ${id} and below.state <> 'closed'
        `)
        return { row, open: rows[0]!.open }
      },
      may: ({ row, open }) => mayMove(row, to, open),
      move: async ({ row }) => {
        await moveInstitutionRow(ctx, id, to)
        return {
          after: await requireInstitution(ctx, id),
          log: {
            action: 'institution.moved',
            subject: { kind: 'institution', id },
            before: { state: row.state },
            after: { state: to },
          },
        }
      },
    }),
  )
