import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, InstitutionId, OfficerId } from '@lectern/contract/ids.ts'
import { officerTransitions, type OfficerState } from '@lectern/contract/institutions/institution-values.ts'
import type * as contract from '@lectern/contract/institutions/officers.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { isOrganiser, permit, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockOwnAccount } from '../../accounts/service.ts'
import { filesUploadedBy } from '../../files/service.ts'
import { takeStep } from '../../steps/service.ts'
import { lockInstitution } from '../directory/directory.ts'
import { mayActFor, whereBelow } from '../policy.ts'
import { institutionById, institutionScope, type InstitutionRow } from '../queries.ts'
import { institutionOfficer } from '../tables.ts'
import { notifyAbove, notifyOfficer } from './officer-notices.ts'
import {
  countInState,
  isOfficer,
  lockOfficerRow,
  moveOfficers,
  officerById,
  officersOf,
  openOfficersOf,
  requestsWhere,
  type OfficerRow,
} from './officer-queries.ts'

/** Organisers and officers of the level above issue, confirm and end officers. Others do not learn of them. */
export const checkManages = async (
  ctx: SignedIn,
  { parentId }: Pick<InstitutionRow, 'parentId'>,
  missing: 'institution.notFound' | 'officer.notFound' = 'institution.notFound',
): Promise<Verdict> => {
  if (isOrganiser(ctx.actor, 'people')) return permitted
  const { own } = await institutionScope(ctx.db, ctx.actor.id)
  return parentId !== null && own.includes(parentId) ? permitted : refuse(missing)
}

export const requireOfficer = async ({ db }: Pick<Ctx, 'db'>, id: OfficerId): Promise<OfficerRow> => {
  const row = await officerById(db, id)
  if (!row) throw fail('officer.notFound')
  return row
}

/** Officers of an institution, for whoever acts for it. */
export const listOfficers = async (ctx: SignedIn, id: InstitutionId): Promise<OfficerRow[]> => {
  if (!(await institutionById(ctx.db, id))) throw fail('institution.notFound')
  if (!isOrganiser(ctx.actor, 'people')) permit(mayActFor(await institutionScope(ctx.db, ctx.actor.id), id))
  return officersOf(ctx.db, id)
}

export const listRequests = (ctx: SignedIn): Promise<OfficerRow[]> =>
  requestsWhere(
    ctx.db,
    isOrganiser(ctx.actor, 'people') ? undefined : whereBelow(ctx.actor.id, institutionOfficer.institutionId),
  )

export const listMine = ({ db, actor }: SignedIn): Promise<OfficerRow[]> => openOfficersOf(db, actor.id)

const mayMove = ({ state }: Pick<OfficerRow, 'state'>, to: OfficerState): Verdict =>
  (officerTransitions[state] as readonly OfficerState[]).includes(to) ? permitted : refuse('officer.moveRefused')

/** Whether an institution has room for one more officer. Requires its lock. */
export const checkRoom = async (
  { db, installation }: Ctx,
  id: InstitutionId,
  states: readonly OfficerState[],
): Promise<Verdict> => {
  const most = installation.office.officersPerInstitution
  return (await countInState(db, id, states)) < most ? permitted : refuse('officer.tooMany', { most })
}

interface OfficerStep {
  id: OfficerId
  version: number
  to: OfficerState
  reason?: string | undefined
  /** A rule beside that of the state machine. */
  check: (ctx: SignedIn, row: OfficerRow) => Promise<Verdict>
}

const actionsTo = { active: 'officer.started', refused: 'officer.refused', ended: 'officer.ended' } as const

/** Locks the institution, then the officer; decides; logs; notifies. */
const takeOfficerStep = (outer: SignedIn, { id, version, to, reason, check }: OfficerStep): Promise<OfficerRow> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        const { institutionId } = await requireOfficer(ctx, id)
        await lockInstitution(ctx, institutionId)
        await lockOfficerRow(ctx.db, id)
        const row = await requireOfficer(ctx, id)
        const verdict = await check(ctx, row)
        return { row, verdict }
      },
      may: ({ row, verdict }) => (verdict.permitted ? mayMove(row, to) : verdict),
      move: async ({ row }) => {
        if (row.version !== version) throw fail('resource.changed')
        const isOver = to === 'ended' || to === 'refused'
        await moveOfficers(
          ctx.db,
          to,
          {
            reason: reason ?? null,
            decidedBy: ctx.actor.id,
            ...(isOver ? { endedAt: ctx.now } : { startedAt: ctx.now }),
          },
          eq(institutionOfficer.id, id),
        )
        return {
          after: await requireOfficer(ctx, id),
          log: {
            action: actionsTo[to as keyof typeof actionsTo],
            subject: { kind: 'institution', id: row.institutionId },
            after: { account: row.accountId, reason },
            personal: true,
          },
          notify: async () => {
            if (row.accountId && row.accountId !== ctx.actor.id)
              await notifyOfficer(ctx, row, to as keyof typeof actionsTo, reason)
          },
        }
      },
    }),
  )

export const decideOfficer = (
  outer: SignedIn,
  id: OfficerId,
  { decision, reason, version }: BodyOf<typeof contract.decideOfficer>,
): Promise<OfficerRow> => {
  if (decision === 'refused' && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
  return takeOfficerStep(outer, {
    id,
    version,
    to: decision,
    reason,
    check: async (ctx, row) => {
      const manages = await checkManages(ctx, row, 'officer.notFound')
      if (!manages.permitted) return manages
      if (row.accountId === ctx.actor.id) return refuse('officer.ownRequest')
      return decision === 'active' ? checkRoom(ctx, row.institutionId, ['active']) : permitted
    },
  })
}

/** Ends an officer or an invitation. Officers may also end their own part. */
export const endOfficer = (
  outer: SignedIn,
  id: OfficerId,
  { reason, version }: BodyOf<typeof contract.endOfficer>,
): Promise<OfficerRow> =>
  takeOfficerStep(outer, {
    id,
    version,
    to: 'ended',
    reason,
    check: async (ctx, row) =>
      row.accountId === ctx.actor.id ? permitted : checkManages(ctx, row, 'officer.notFound'),
  })

/** Refuses what somebody already is, or has asked for. */
export const checkNew = async (db: Ctx['db'], id: InstitutionId, accountId: AccountId): Promise<Verdict> => {
  if (await isOfficer(db, id, accountId, 'active')) return refuse('officer.already')
  return (await isOfficer(db, id, accountId, 'requested')) ? refuse('officer.requested') : permitted
}

/** Asks to become an officer. The level above, or else an organiser, looks at the letter. */
export const requestOfficer = async (
  outer: SignedIn,
  { institutionId, letter }: BodyOf<typeof contract.requestOfficer>,
  key: string | undefined,
): Promise<OfficerRow> => {
  const call = { scope: `officer.request ${outer.actor.id}`, key, input: { institutionId, letter } }
  const { id } = await withIdempotencyKey(outer, call, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        await lockOwnAccount(ctx)
        const row = await lockInstitution(ctx, institutionId)
        if (row.state === 'closed') throw fail('institution.notFound').at('institutionId')
        const own = await filesUploadedBy(ctx, 'officerLetter', [letter], [ctx.actor.id])
        if (!own.has(letter)) throw fail('officer.letterNeeded').at('letter')
        return { row, verdict: await checkNew(ctx.db, institutionId, ctx.actor.id) }
      },
      may: ({ verdict }) => verdict,
      move: async ({ row }) => {
        const officer = {
          id: newId<OfficerId>(ctx.now),
          institutionId,
          accountId: ctx.actor.id,
          state: 'requested' as const,
          letterId: letter,
          createdAt: ctx.now,
        }
        await ctx.db.insert(institutionOfficer).values(officer)
        return {
          after: { id: officer.id },
          log: {
            action: 'officer.requested',
            subject: { kind: 'institution', id: institutionId },
            after: { account: ctx.actor.id },
            personal: true,
          },
          notify: () => notifyAbove(ctx, row),
        }
      },
    }),
  )
  return requireOfficer(outer, id)
}
