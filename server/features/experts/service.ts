import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import { expertMoves, type ExpertState } from '@lectern/contract/experts/expert-values.ts'
import type {
  createExpert as createEndpoint,
  ExpertContent,
  listAllExperts,
  listExperts as listEndpoint,
  reorderExperts as reorderEndpoint,
  saveExpert as saveEndpoint,
} from '@lectern/contract/experts/experts.ts'
import type { AccountId, ExpertId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockAccount } from '../accounts/service.ts'
import {
  changeOrdered,
  createOrdered,
  markOf,
  removeOrdered,
  reorderOrdered,
  requireOrdered,
  type OrderedContent,
} from '../ordering/service.ts'
import { picturesOf, requireFiles } from '../files/service.ts'
import {
  countExperts,
  expertColumns,
  expertNames,
  expertPage,
  isLinkedElsewhere,
  usernamesOf,
  type ExpertRow,
} from './queries.ts'
import { expert } from './tables.ts'

const experts: OrderedContent<ExpertRow> = {
  kind: 'expert',
  table: expert,
  columns: expertColumns,
  texts: ({ name, title, school, bio }) => [name, title, school, bio],
  personal: true,
}

const photosOf = (ctx: Ctx, list: readonly ExpertRow[]) =>
  picturesOf(
    ctx,
    list.map(({ photo }) => photo),
  )

const namesOf = (ctx: Ctx, list: readonly ExpertRow[]) =>
  usernamesOf(
    ctx.db,
    list.map(({ accountId }) => accountId).filter((id) => id !== null),
  )

/** A page of what visitors see. */
export const listShownExperts = async (ctx: Ctx, { page, pageSize, ...filters }: QueryOf<typeof listEndpoint>) => {
  const filter = { ...filters, state: 'published' } as const
  const [list, total] = await Promise.all([
    expertPage(ctx.db, filter, 'position', { page, pageSize }),
    countExperts(ctx.db, filter),
  ])
  return { list, pictures: await photosOf(ctx, list), total, page, pageSize }
}

export const listExperts = async (ctx: Ctx, { page, pageSize, sort, ...filter }: QueryOf<typeof listAllExperts>) => {
  const [list, total] = await Promise.all([
    expertPage(ctx.db, filter, sort, { page, pageSize }),
    countExperts(ctx.db, filter),
  ])
  const [pictures, usernames] = await Promise.all([photosOf(ctx, list), namesOf(ctx, list)])
  return { list, pictures, usernames, total, page, pageSize }
}

const withAround = async (ctx: Ctx, row: ExpertRow) => ({
  row,
  pictures: await photosOf(ctx, [row]),
  usernames: await namesOf(ctx, [row]),
})

export const requireExpert = async (ctx: Ctx, id: ExpertId) => withAround(ctx, await requireOrdered(ctx, experts, id))

/** An account belongs to at most one expert. The account is locked before the profile, as when it is deleted. */
const requireAccount = async (ctx: Ctx, accountId: AccountId, id: ExpertId | undefined): Promise<void> => {
  const { access, status } = await lockAccount(ctx, accountId)
  if (access !== 'expert' || status !== 'active') throw fail('expert.accountUnfit').at('accountId')
  if (await isLinkedElsewhere(ctx.db, accountId, id)) throw fail('expert.accountTaken').at('accountId')
}

/** Validates what the contract cannot. An unchanged account link is not checked again. */
const read = async (ctx: Ctx, content: ExpertContent, before?: ExpertRow): Promise<ExpertContent> => {
  const { accountId, photo } = content
  if (accountId && accountId !== before?.accountId) await requireAccount(ctx, accountId, before?.id)
  await requireFiles(ctx, [{ id: photo, purpose: 'picture', field: 'photo' }])
  return content
}

export const createExpert = async (outer: SignedIn, input: BodyOf<typeof createEndpoint>, key: string | undefined) => {
  const call = { scope: `expert.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => ({
    id: (await createOrdered(ctx, experts, { ...(await read(ctx, input)), state: 'draft' })).id,
  }))
  return requireExpert(outer, id)
}

export const saveExpert = (outer: Ctx, id: ExpertId, { version, ...input }: BodyOf<typeof saveEndpoint>) =>
  inTransaction(outer, async (ctx) => {
    const content = await read(ctx, input, await requireOrdered(ctx, experts, id))
    return withAround(ctx, await changeOrdered(ctx, experts, { id, version }, content))
  })

export const moveExpert = (outer: Ctx, id: ExpertId, { state, version }: { state: ExpertState; version: number }) =>
  inTransaction(outer, async (ctx) => {
    const before = await requireOrdered(ctx, experts, id)
    const moves: readonly ExpertState[] = expertMoves[before.state]
    // A stale version is reported first.
    if (before.version === version && !moves.includes(state)) throw fail('content.moveRefused')
    return withAround(ctx, await changeOrdered(ctx, experts, { id, version }, { state }, 'content.moved'))
  })

export const readExpertOrder = async (ctx: Ctx) => {
  const list = await expertNames(ctx.db)
  return { list, order: markOf(list.map(({ id }) => id)) }
}

export const reorderExperts = (outer: Ctx, order: BodyOf<typeof reorderEndpoint>): Promise<string> =>
  inTransaction(outer, (ctx) => reorderOrdered(ctx, experts, order))

export const deleteExpert = (outer: Ctx, id: ExpertId, version: number): Promise<void> =>
  inTransaction(outer, (ctx) => removeOrdered(ctx, experts, { id, version }))

/** Unlinks the profile from an account that is deleted. */
export const unlinkExpert = async (ctx: Ctx, accountId: AccountId): Promise<void> => {
  await ctx.db.update(expert).set({ accountId: null }).where(eq(expert.accountId, accountId))
}
