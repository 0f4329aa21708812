import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/works/works.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { actsForTeam, captainOf } from '../../enrolments/service.ts'
import { readManifest } from './manifest.ts'
import { rescanTyped } from '../blind/leaks.ts'
import { refreshWorkMarks } from './marks.ts'
import { mayDiscard, mayEdit, type WorkView } from '../policy.ts'
import { changesSince, declarationHash, usualNames } from './preparation.ts'
import { changeWorkRow, latestSubmission, preparedFilesOf } from '../queries.ts'
import { workFile } from '../tables.ts'
import { lockWork } from '../work-view.ts'

// What is prepared can be changed at any time while the phase is open. The last submission stands meanwhile.

/** Compares what is prepared with the last submission, and refreshes what lists show. */
export const noteChanges = async (ctx: Ctx, view: WorkView): Promise<WorkView> => {
  const former = await latestSubmission(ctx.db, view.work.id)
  const isChanged = former !== undefined && changesSince(view, former.manifest).length > 0
  const changed = await changeWorkRow(ctx.db, view.work.id, { isChanged, updatedAt: ctx.now })
  await refreshWorkMarks(ctx, view.work.id)
  return { ...view, work: changed }
}

const onBehalfOf = (ctx: SignedIn, view: WorkView) =>
  actsForTeam(view, ctx.actor) ? { onBehalfOf: captainOf(view.team).id } : {}

const permitEdit = (ctx: SignedIn, view: WorkView): void =>
  permit(mayEdit(view, ctx.actor.id, ctx, { withGrace: true, onBehalf: actsForTeam(view, ctx.actor) }))

type Saved = BodyOf<typeof contract.saveWork>

/** Agreement is stored with the wording; a declaration that is no longer asked for is forgotten. */
const agreedOf = ({ team }: WorkView, agreed: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    team.activity.workRules.declarations
      .filter(({ id }) => agreed.includes(id))
      .map((declaration) => [declaration.id, declarationHash(declaration)]),
  )

/** Incomplete texts are stored too; completeness is checked at submission. */
export const saveWork = (outer: SignedIn, id: WorkId, body: Saved): Promise<WorkView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockWork(ctx, id, body.version)
    permitEdit(ctx, view)
    const { parts } = view.team.activity.workRules
    const partIds = new Set<string>(parts.map((part) => part.id))
    const { work: before } = view
    const names = body.names
      ? usualNames(view.team).map((usual) => ({
          ...usual,
          name: body.names!.find(({ uid }) => uid === usual.uid)?.name ?? usual.name,
        }))
      : before.names
    const after = {
      title: body.title,
      summary: body.summary,
      values: Object.fromEntries(Object.entries(body.values).filter(([part]) => partIds.has(part))),
      names,
      agreed: agreedOf(view, body.agreed),
    }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    )
    if (changed.length === 0) return view
    const saved = await changeWorkRow(ctx.db, id, { ...after, version: before.version + 1, updatedAt: ctx.now })
    await audit(ctx, 'work.saved', {
      subject: { kind: 'work', id },
      after: { fields: changed },
      ...onBehalfOf(ctx, view),
    })
    await rescanTyped(ctx, id)
    return noteChanges(ctx, { ...view, work: saved })
  })

const place = async (ctx: Ctx, id: FileId, position: number | null): Promise<void> => {
  await ctx.db.update(workFile).set({ position }).where(eq(workFile.id, id))
}

const reread = async (ctx: Ctx, view: WorkView): Promise<WorkView> =>
  noteChanges(ctx, { ...view, files: await preparedFilesOf(ctx.db, [view.work.id]) })

export const orderWorkFiles = (
  outer: SignedIn,
  id: WorkId,
  part: string,
  order: readonly FileId[],
): Promise<WorkView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockWork(ctx, id)
    permitEdit(ctx, view)
    const own = view.files.filter((file) => file.part === part).map((file) => file.id)
    if (own.toSorted().join() !== order.toSorted().join()) throw fail('resource.changed')
    for (const [position, file] of order.entries()) await place(ctx, file, position)
    await audit(ctx, 'work.filesOrdered', {
      subject: { kind: 'work', id },
      after: { part },
      ...onBehalfOf(ctx, view),
    })
    return reread(ctx, view)
  })

/** Submissions keep the file. One that no submission names is deleted after some days. */
export const removeWorkFile = (outer: SignedIn, id: WorkId, file: FileId): Promise<WorkView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockWork(ctx, id)
    permitEdit(ctx, view)
    const removed = view.files.find((one) => one.id === file)
    if (!removed) throw fail('file.notFound')
    await place(ctx, file, null)
    // Copies for experts are numbered: a gap would look like a file that is missing.
    const left = view.files.filter((one) => one.part === removed.part && one.id !== file)
    for (const [position, one] of left.entries()) if (one.position !== position) await place(ctx, one.id, position)
    await audit(ctx, 'work.fileRemoved', {
      subject: { kind: 'work', id },
      before: { part: removed.part, name: removed.name },
      personal: true,
      ...onBehalfOf(ctx, view),
    })
    return reread(ctx, view)
  })

/** Back to the last submission. */
export const discardWorkChanges = (outer: SignedIn, id: WorkId, version: number): Promise<WorkView> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockWork(ctx, id, version)
    permit(mayDiscard(view, ctx.actor.id, { onBehalf: actsForTeam(view, ctx.actor) }))
    const { manifest } = (await latestSubmission(ctx.db, id))!
    const { title, summary, parts, names } = readManifest(manifest)
    const changed = changesSince(view, manifest)
    await ctx.db.update(workFile).set({ position: null }).where(eq(workFile.workId, id))
    for (const part of parts)
      for (const [position, file] of part.files.entries())
        await ctx.db
          .update(workFile)
          .set({ position })
          .where(and(eq(workFile.workId, id), eq(workFile.id, file.id as FileId)))
    const values = Object.fromEntries(parts.flatMap((part) => (part.text === null ? [] : [[part.id, part.text]])))
    const restored = await changeWorkRow(ctx.db, id, {
      title,
      summary,
      values,
      names: names.map(({ account, role, name }) => ({ uid: account as AccountId, role, name })),
      version: view.work.version + 1,
      updatedAt: ctx.now,
    })
    await audit(ctx, 'work.changesDiscarded', {
      subject: { kind: 'work', id },
      before: { fields: changed },
      ...onBehalfOf(ctx, view),
    })
    await rescanTyped(ctx, id)
    return reread(ctx, { ...view, work: restored })
  })
