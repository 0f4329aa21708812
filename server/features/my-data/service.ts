import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { deleteAccount as deleteAccountEndpoint } from '@lectern/contract/my-data.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { refusalOf, refuseTogether, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { eraseAccount, lockForErasure } from '../accounts/service.ts'
import { eraseRecipient } from '../announcements/service.ts'
import { audit, eraseFromAudit } from '../audit/service.ts'
import { eraseMessages } from '../contact-messages/service.ts'
import { abandonEnrolment, forgetInEnrolments, forgetOpeningWishes, touchedBy } from '../enrolments/service.ts'
import { unlinkExpert } from '../experts/service.ts'
import { removeFilesOf } from '../files/service.ts'
import { eraseNotices } from '../notices/service.ts'
import { eraseLetters } from '../outbox/service.ts'
import { ledTeamsOf, releaseFromTeams, type LedTeam } from '../teams/service.ts'
import { bearerOf, eraseSignIn, requirePassword, requireSecondFactor } from '../sign-in/service.ts'
import { collectContest } from './contest.ts'
import {
  accountOf,
  consentsOf,
  doingsOf,
  filesOf,
  lettersTo,
  messagesOf,
  noticesOf,
  profileOf,
  sessionsOf,
} from './queries.ts'

type Contacts = Record<'email' | 'phone', string | null>

const contactsOf = ({ email, phone }: Contacts): string[] => [email, phone].filter((contact) => contact !== null)

/** Everything that is stored about the person who asks. One question after the other: nobody is in a hurry. */
export const collectMyData = async ({ db, actor: { id } }: SignedIn) => {
  const account = await accountOf(db, id)
  return {
    account,
    sessions: await sessionsOf(db, id),
    consents: await consentsOf(db, id),
    notices: await noticesOf(db, id),
    letters: await lettersTo(db, id, contactsOf(account)),
    messages: await messagesOf(db, id),
    profile: await profileOf(db, id),
    doings: await doingsOf(db, id),
    files: await filesOf(db, id),
    contest: await collectContest(db, id, contactsOf(account)),
  }
}

/** Whether who asks has typed their own name and password: what is not so, of what was typed. */
export const findDeletionProblems = async (
  ctx: SignedIn,
  { username, password }: Partial<BodyOf<typeof deleteAccountEndpoint>>,
): Promise<readonly Refusal[]> => [
  username === undefined || bearerOf(ctx.actor)?.account.username === username
    ? undefined
    : fail('account.nameDiffers').at('username'),
  password === undefined ? undefined : await refusalOf(requirePassword(ctx, password, 'password')),
]

export const foreseeDeletion = (ctx: SignedIn): Promise<LedTeam[]> => ledTeamsOf(ctx, ctx.actor.id)

/** Nobody leaves a team that takes part without a captain unawares: what the person has not read of is named. */
const requireRead = async (ctx: SignedIn, read: readonly TeamId[]): Promise<void> => {
  const unread = (await ledTeamsOf(ctx, ctx.actor.id)).filter(({ view }) => !read.includes(view.id))
  if (unread.length === 0) return
  const teams = joinList(
    ctx.locale,
    unread.map(({ view }) => view.name),
  )
  throw fail('account.leadsTeams', { teams }).at('teams')
}

/**
 * Deletes the account of who asks: nothing is left that says who it was. Consents stay, which prove that they were given, and so do
 * contest records; both point to a row without a person.
 */
export const deleteAccount = async (outer: SignedIn, typed: BodyOf<typeof deleteAccountEndpoint>): Promise<void> => {
  const { id } = outer.actor
  refuseTogether(outer, await findDeletionProblems(outer, typed))
  await requireRead(outer, typed.teams ?? [])
  await requireSecondFactor(outer, typed.secondFactor)
  await inTransaction(outer, async (ctx) => {
    const locked = await lockForErasure(ctx, id)
    // Handed over or submitted meanwhile.
    await requireRead(ctx, typed.teams ?? [])
    const own = contactsOf(locked)
    // Asked before the person leaves drafts, which forget who was in them.
    const touched = await touchedBy(ctx, id)
    await releaseFromTeams(ctx, locked, abandonEnrolment)
    await eraseAccount(ctx, id)
    await forgetInEnrolments(ctx, locked, touched)
    const written = await eraseLetters(ctx, id, own)
    await eraseSignIn(ctx, id, { own, written })
    await eraseNotices(ctx, id)
    await eraseRecipient(ctx, id)
    await forgetOpeningWishes(ctx, id)
    await eraseMessages(ctx, id, own)
    await unlinkExpert(ctx, id)
    await removeFilesOf(ctx, id)
    await eraseFromAudit(ctx, id)
    // From where it was done is personal as well.
    const nowhere = { ...ctx, caller: { address: '', userAgent: '' } }
    await audit(nowhere, 'account.deleted', { subject: { kind: 'account', id } })
  })
}
