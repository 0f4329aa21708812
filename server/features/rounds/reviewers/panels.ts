import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { PanelId, RoundId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/reviewers.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, asc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { permit } from '../../../platform/policy.ts'
import { refuseTogether, type Refusal } from '../../../platform/problems.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { mayArrange } from '../policy.ts'
import { panelSignatures } from '../ports.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'
import { nextVersion } from './reviewer-queries.ts'
import { panel, reviewer } from '../tables.ts'

const panelsOf = (ctx: Ctx, id: RoundId) =>
  ctx.db
    .select({
      id: panel.id,
      name: panel.name,
      members: sql<number>`(
        select count(*)::integer from reviewer
        where reviewer.panel_id = panel.id and reviewer.state in ('invited', 'accepted')
      )`,
      works: sql<number>`(
        select count(*)::integer from entry where entry.panel_id = panel.id and entry.removed_at is null
      )`,
      /** Works that were taken out belong to it as well. */
      hasWorks: sql<boolean>`exists (select from entry where entry.panel_id = panel.id)`,
      chair: sql<string | null>`(
        select coalesce(account.real_name, account.nickname, account.username)
        from reviewer join account on account.id = reviewer.account_id
        where reviewer.panel_id = panel.id and reviewer.is_chair and account.status <> 'deleted'
      )`,
    })
    .from(panel)
    .where(eq(panel.roundId, id))
    .orderBy(asc(panel.position), asc(panel.id))
type PanelRow = Awaited<ReturnType<typeof panelsOf>>[number]
export type PanelView = PanelRow & { signedAt: Date | null }

const withSignatures = async (ctx: Ctx, rows: readonly PanelRow[]): Promise<PanelView[]> => {
  const ids = rows.map(({ id }) => id)
  const signatures = await Promise.all(ctx.installation.ports.all(panelSignatures).map((find) => find(ctx, ids)))
  const signedAt = (id: PanelId): Date | null => signatures.flatMap((signed) => signed.get(id) ?? [])[0] ?? null
  return rows.map((row) => ({ ...row, signedAt: signedAt(row.id) }))
}

export const listPanels = async (ctx: Ctx, id: RoundId): Promise<PanelView[]> => {
  await requireRound(ctx, id)
  return withSignatures(ctx, await panelsOf(ctx, id))
}

export const requirePanel = async (ctx: Ctx, roundId: RoundId, id: PanelId): Promise<void> => {
  const rows = await ctx.db
    .select({ id: panel.id })
    .from(panel)
    .where(and(eq(panel.id, id), eq(panel.roundId, roundId)))
  if (rows.length === 0) throw fail('panel.notFound').at('panel')
}

const compared = (name: string): string => plainName(name).toLowerCase().replaceAll(/\s+/g, '')

/** Names are how people tell panels apart, in the sheet of experts too. */
const sameNames = (names: readonly string[]): Refusal[] =>
  names.map((name, index) =>
    names.findIndex((other) => compared(other) === compared(name)) < index
      ? fail('panel.sameName').at(`panels.${index}.name`)
      : undefined,
  )

/** Adds panels with these names after those that there are. Requires a transaction that has locked the round exclusively. */
export const addPanels = async (ctx: Ctx, roundId: RoundId, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return
  const before = await panelsOf(ctx, roundId)
  const newPanels = names.map((name, index) => ({
    id: newId<PanelId>(ctx.now),
    roundId,
    name,
    position: before.length + index,
  }))
  await ctx.db.insert(panel).values(newPanels)
  const formerNames = before.map(({ name }) => name)
  await audit(ctx, 'round.saved', {
    subject: { kind: 'round', id: roundId },
    before: { panels: formerNames },
    after: { panels: [...formerNames, ...names] },
  })
}

/** By name, however it is written. */
export const findPanels = async (ctx: Ctx, roundId: RoundId): Promise<(name: string) => PanelId | undefined> => {
  const byName = new Map((await panelsOf(ctx, roundId)).map(({ id, name }) => [compared(name), id]))
  return (name) => byName.get(compared(name))
}

const removePanels = async (ctx: Ctx, gone: readonly PanelRow[]): Promise<void> => {
  if (gone.some(({ hasWorks }) => hasWorks)) throw fail('panel.inUse')
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await ctx.db
    .update(reviewer)
    .set({ panelId: null, isChair: false, ...nextVersion })
    .where(inArray(reviewer.panelId, ids))
  await ctx.db.delete(panel).where(inArray(panel.id, ids))
}

export const savePanels = (
  outer: SignedIn,
  roundId: RoundId,
  { panels }: BodyOf<typeof contract.savePanels>,
): Promise<PanelView[]> =>
  inTransaction(outer, async (ctx) => {
    permit(mayArrange(await lockSeenRound(ctx, roundId)))
    const before = await panelsOf(ctx, roundId)
    const ids = new Set(before.map(({ id }) => id))
    const keptIds = panels.flatMap(({ id }) => id ?? [])
    // Another organiser may have deleted one meanwhile.
    if (keptIds.some((id) => !ids.has(id)) || new Set(keptIds).size < keptIds.length) throw fail('panel.notFound')
    refuseTogether(ctx, sameNames(panels.map(({ name }) => name)))
    await removePanels(
      ctx,
      before.filter(({ id }) => !keptIds.includes(id)),
    )
    for (const [position, { id, name }] of panels.entries())
      if (id) await ctx.db.update(panel).set({ name, position }).where(eq(panel.id, id))
      else await ctx.db.insert(panel).values({ id: newId<PanelId>(ctx.now), roundId, name, position })
    await audit(ctx, 'round.saved', {
      subject: { kind: 'round', id: roundId },
      before: { panels: before.map(({ name }) => name) },
      after: { panels: panels.map(({ name }) => name) },
    })
    return withSignatures(ctx, await panelsOf(ctx, roundId))
  })
