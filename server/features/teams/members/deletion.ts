import type { TeamId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { LedTeam as ForeseenTeam } from '@lectern/contract/accounts/my-data.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { nameOf } from '../person-name.ts'
import { ledTeamsOf, type LedTeam } from './release.ts'

/** Before the account is deleted, the user must have seen every participating team that they lead. */
export const checkLedTeamsAreRead = async (ctx: SignedIn, read: readonly TeamId[]): Promise<void> => {
  const unread = (await ledTeamsOf(ctx, ctx.actor.id)).filter(({ view }) => !read.includes(view.id))
  if (unread.length === 0) return
  const teams = joinList(
    ctx.locale,
    unread.map(({ view }) => view.name),
  )
  throw fail('account.leadsTeams', { teams }).at('teams')
}

/** Shown before an account is deleted: the teams that the user leads, and who would lead each of them next. */
export const presentLedTeams = ({ locale: readerLocale }: Ctx, led: readonly LedTeam[]): { teams: ForeseenTeam[] } => ({
  teams: led.map(({ view, successor }) => {
    const { text, locale } = localize(view.activity.name, readerLocale)
    const next = view.members.find(({ account }) => account.id === successor)
    return {
      id: view.id,
      name: view.name,
      activity: { name: text, locale },
      state: view.enrolment!.state,
      nextCaptain: next ? nameOf(next.account) : null,
    }
  }),
})
