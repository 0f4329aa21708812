import { createHash, randomBytes } from 'node:crypto'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId, OfficerId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/institutions/officers.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { all, permitted, refuse } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockOwnAccount } from '../../accounts/service.ts'
import { queueLetter, requireServed } from '../../outbox/service.ts'
import { takeStep } from '../../steps/service.ts'
import { lockInstitution } from '../directory/directory.ts'
import { institutionOfficer } from '../tables.ts'
import { lockOfficerRow, moveOfficers, officerOfToken, type OfficerRow } from './officer-queries.ts'
import { checkManages, checkNew, checkRoom, requireOfficer } from './officers.ts'

/** An invitation can be used this long. */
const invitationMilliseconds = 14 * 86_400_000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface Invited {
  name: string
  /** An e-mail address or a phone number. */
  contact: string
}

/** Invites somebody: a letter with a link that works once. Requires a transaction. */
export const invite = (ctx: SignedIn, id: InstitutionId, { name, contact }: Invited): Promise<{ id: OfficerId }> =>
  takeStep(ctx, {
    lock: async () => {
      const row = await lockInstitution(ctx, id)
      const manages = await checkManages(ctx, row)
      if (!manages.permitted) return { row, verdict: manages }
      if (row.state === 'closed') throw fail('institution.notFound')
      // The newer invitation replaces the older one, whose link ends.
      await moveOfficers(
        ctx.db,
        'ended',
        { endedAt: ctx.now },
        and(
          eq(institutionOfficer.institutionId, id),
          eq(institutionOfficer.contact, contact),
          eq(institutionOfficer.state, 'invited'),
        ),
      )
      return { row, verdict: await checkRoom(ctx, id, ['active', 'invited']) }
    },
    may: ({ verdict }) => verdict,
    move: async ({ row }) => {
      requireServed(ctx, contact, 'contact')
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(ctx.now.getTime() + invitationMilliseconds)
      const officer = {
        id: newId<OfficerId>(ctx.now),
        institutionId: id,
        state: 'invited' as const,
        name,
        contact,
        tokenHash: hashOf(token),
        invitedBy: ctx.actor.id,
        createdAt: ctx.now,
        expiresAt,
      }
      await ctx.db.insert(institutionOfficer).values(officer)
      return {
        after: { id: officer.id },
        log: {
          action: 'officer.invited',
          subject: { kind: 'institution', id },
          after: { name },
          personal: true,
        },
        notify: () =>
          queueLetter(ctx, {
            to: contact,
            locale: ctx.locale,
            letter: 'officerInvitation',
            content: { institution: localize(row.name, ctx.locale).text },
            secret: { link: `/account/Officer?invitation=${token}` },
            expiresAt,
          }),
      }
    },
  })

export const inviteOfficer = async (
  outer: SignedIn,
  institutionId: InstitutionId,
  body: BodyOf<typeof contract.inviteOfficer>,
  key: string | undefined,
): Promise<OfficerRow> => {
  const call = { scope: `officer.invite ${outer.actor.id} ${institutionId}`, key, input: body }
  const { id } = await withIdempotencyKey(outer, call, (ctx) => invite(ctx, institutionId, body))
  return requireOfficer(outer, id)
}

/** The invitation of a link; used, replaced and expired ones look the same. */
export const requireInvitation = async ({ db, now }: SignedIn, token: string): Promise<OfficerRow> => {
  const row = await officerOfToken(db, hashOf(token), now)
  if (!row) throw fail('officer.invitationOver')
  return row
}

/** Whoever has the link becomes the officer, and the link ends. */
export const acceptInvitation = (outer: SignedIn, token: string): Promise<OfficerRow> =>
  inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      lock: async () => {
        await lockOwnAccount(ctx)
        const { id, institutionId } = await requireInvitation(ctx, token)
        const { state } = await lockInstitution(ctx, institutionId)
        await lockOfficerRow(ctx.db, id)
        // It may have been used while this waited.
        const row = await requireInvitation(ctx, token)
        const verdict = all(
          state === 'closed' ? refuse('officer.invitationOver') : permitted,
          await checkNew(ctx.db, institutionId, ctx.actor.id),
          await checkRoom(ctx, institutionId, ['active']),
        )
        return { row, verdict }
      },
      may: ({ verdict }) => verdict,
      move: async ({ row }) => {
        await moveOfficers(
          ctx.db,
          'active',
          { accountId: ctx.actor.id, startedAt: ctx.now },
          eq(institutionOfficer.id, row.id),
        )
        return {
          after: await requireOfficer(ctx, row.id),
          log: {
            action: 'officer.started',
            subject: { kind: 'institution', id: row.institutionId },
            after: { account: ctx.actor.id },
            personal: true,
          },
        }
      },
    }),
  )
