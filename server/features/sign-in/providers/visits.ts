import { createHash, randomBytes } from 'node:crypto'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, gt, isNotNull, isNull } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProviderAnswer } from '../../../adapters/sign-in/sign-in.ts'
import { providerVisit } from '../tables.ts'

const lifeMilliseconds = 10 * 60_000

/** Fully random values: a plain digest is safe. */
const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest()

export const newState = (): string => randomBytes(32).toString('base64url')

type Purpose = typeof providerVisit.$inferSelect.purpose

interface NewVisit {
  browser: string
  state: string
  purpose: Purpose
  provider: string
  accountId: AccountId | null
  redirect: string | null
  remember: boolean
  kept: Readonly<Record<string, string>>
}

/** Bound to the ciphertexts of a visit. */
const ownerOf = (id: string): string => `provider visit ${id}`

export const openVisit = async (ctx: Ctx, { browser, state, kept, ...visit }: NewVisit): Promise<void> => {
  const id = newId(ctx.now)
  await ctx.db.insert(providerVisit).values({
    id,
    browserHash: hashOf(browser),
    stateHash: hashOf(state),
    ...visit,
    kept: await ctx.installation.encryption.encrypt(ownerOf(id), JSON.stringify(kept)),
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + lifeMilliseconds),
  })
}

/** What the browser brings: its cookie, and the state from the address. */
export interface Ticket {
  browser: string | undefined
  state: string | null
}

/** Only for the browser that left, and only once. */
const whereOpen = (ctx: Ctx, { browser, state }: Ticket) => {
  if (browser === undefined || state === null) throw fail('visit.over')
  return and(
    eq(providerVisit.stateHash, hashOf(state)),
    eq(providerVisit.browserHash, hashOf(browser)),
    gt(providerVisit.expiresAt, ctx.now),
  )
}

const read = async <Value>(ctx: Ctx, id: string, ciphertext: string | null): Promise<Value | undefined> => {
  const text = ciphertext === null ? undefined : await ctx.installation.encryption.decrypt(ownerOf(id), ciphertext)
  return text === undefined ? undefined : (JSON.parse(text) as Value)
}

export const requireVisit = async (ctx: Ctx, ticket: Ticket) => {
  const [row] = await ctx.db.select().from(providerVisit).where(whereOpen(ctx, ticket))
  if (!row) throw fail('visit.over')
  const values = await read<NewVisit['kept']>(ctx, row.id, row.kept)
  if (!values) throw fail('visit.over')
  return { ...row, kept: values, answer: await read<ProviderAnswer>(ctx, row.id, row.answer) }
}

export type Visit = Awaited<ReturnType<typeof requireVisit>>

/** A visit whose provider has answered. */
export type AnsweredVisit = Visit & { answeredAt: Date; answer: ProviderAnswer }

export const isAnswered = (visit: Visit): visit is AnsweredVisit =>
  visit.answeredAt !== null && visit.answer !== undefined

/** Of two requests with the same answer, one goes to the provider. */
export const claimVisit = async (ctx: Ctx, { id }: Visit): Promise<void> => {
  const { rowCount } = await ctx.db
    .update(providerVisit)
    .set({ answeredAt: ctx.now })
    .where(and(eq(providerVisit.id, id), isNull(providerVisit.answeredAt)))
  if (rowCount === 0) throw fail('visit.over')
}

/** Kept until the person has done what else is required. */
export const keepAnswer = async (ctx: Ctx, visit: Visit, answer: ProviderAnswer): Promise<AnsweredVisit> => {
  await ctx.db
    .update(providerVisit)
    .set({ answer: await ctx.installation.encryption.encrypt(ownerOf(visit.id), JSON.stringify(answer)) })
    .where(eq(providerVisit.id, visit.id))
  return { ...visit, answeredAt: ctx.now, answer }
}

/** Ends a visit, in the transaction of what it permits. */
export const spendVisit = async (ctx: Ctx, { id }: Visit): Promise<void> => {
  const { rowCount } = await ctx.db
    .delete(providerVisit)
    .where(and(eq(providerVisit.id, id), isNotNull(providerVisit.answeredAt)))
  if (rowCount === 0) throw fail('visit.over')
}
