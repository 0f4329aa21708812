import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { asWritten, sendNotices, type NoticeOf } from '../notices/service.ts'
import { nameOf } from './person-name.ts'
import type { TeamView } from './team-view.ts'

interface Whom {
  /** Everybody except this user, who did it. */
  but?: AccountId
  only?: AccountId
  captainOnly?: boolean
  /** The person it is about. */
  about?: AccountId
}

const linkOf = ({ id }: TeamView, what: string): string => {
  if (what === 'removed' || what === 'disbanded') return '/account/Team'
  const page = `/account/Team/basic?id=${id}`
  return what === 'reminded' ? `/account/Evpi?redirect=${encodeURIComponent(page)}` : page
}

/** Notifies members of a team of an event in it; `notice.team.<what>` in every language. */
export const notifyTeam = async (ctx: Ctx, view: TeamView, what: NoticeOf<'team.'>, whom: Whom): Promise<void> => {
  const to = view.members.filter(({ account, role }) => {
    if (account.status === 'deleted') return false
    if (whom.only) return account.id === whom.only
    return account.id !== whom.but && account.id !== whom.about && (!whom.captainOnly || role === 'captain')
  })
  const activities = sql`select ${view.activityId}::uuid`
  const about = view.members.find(({ account }) => account.id === whom.about)
  await sendNotices(
    ctx,
    to.map(({ account }) => ({
      to: { account: account.id },
      kind: 'contest',
      message: `team.${what}`,
      values: {
        team: asWritten(view.name),
        activity: { inLanguages: view.activity.name },
        person: asWritten(about ? nameOf(about.account) : ''),
      },
      about: about?.account.id,
      link: linkOf(view, what),
      activities,
    })),
  )
}

/** Notifies everybody in a team that organisers have replaced the captain, and why. */
export const notifyReplacedCaptain = async (
  ctx: Ctx,
  view: TeamView,
  captain: AccountId,
  reason: string,
): Promise<void> => {
  const activities = sql`select ${view.activityId}::uuid`
  const now = view.members.find(({ account }) => account.id === captain)
  await sendNotices(
    ctx,
    view.members.map(({ account }) => ({
      to: { account: account.id },
      kind: 'contest',
      message: 'team.captainReplaced',
      values: {
        team: asWritten(view.name),
        activity: { inLanguages: view.activity.name },
        person: asWritten(now ? nameOf(now.account) : ''),
        reason: asWritten(reason),
      },
      about: account.id === captain ? undefined : captain,
      link: `/account/Team/basic?id=${view.id}`,
      activities,
    })),
  )
}
