import { isMessageId } from '../../../platform/messages.ts'
import type { AccountId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { asWritten, sendNotices, type NewNotice, type NoticeValues, type NoticeOf } from '../../notices/service.ts'
import type { TeamView } from '../../teams/service.ts'

/** A team, and who is notified about it. */
type NotifiedTeam = Pick<TeamView, 'name' | 'activityId'> & {
  activity: { name: LocalizedText; edition: { timeZone: string } }
  members: readonly { account: Pick<TeamView['members'][number]['account'], 'id' | 'locale'> }[]
}

interface ToTeam {
  now: Date
  link: string
  /** A time that the text mentions. */
  until?: Date | undefined
  values?: NoticeValues | undefined
  /** Text that letters have in addition to the notice. */
  inLetter?: ((locale: Locale) => string) | undefined
  namedInLetter?: readonly AccountId[] | undefined
}

type TeamNotice = NewNotice & { to: { account: AccountId } }

/** Notices to everybody in a team; `notice.<message>` in every language. */
export const noticesToTeam = (
  { name, activityId, activity, members }: NotifiedTeam,
  message: NewNotice['message'],
  { now, link, until, values, inLetter, namedInLetter }: ToTeam,
): TeamNotice[] => {
  const { timeZone } = activity.edition
  return members.map(({ account }) => ({
    to: { account: account.id },
    kind: 'contest',
    message,
    values: {
      team: asWritten(name),
      activity: { inLanguages: activity.name },
      at: { moment: now, timeZone },
      until: until ? { moment: until, timeZone } : asWritten(''),
      ...values,
    },
    inLetter,
    letterLocale: account.locale,
    namedInLetter,
    link,
    activities: sql`select ${activityId}::uuid`,
  }))
}

interface EnrolmentNotification extends Omit<ToTeam, 'now' | 'link'> {
  /** Absent: there is no enrolment yet. */
  id: EnrolmentId | undefined
  number: string | null
}

/** The notice for a new state of an enrolment, or for a decision beside an amendment. */
export const requireNotice = (what: string): NoticeOf<'enrolment.'> => {
  if (!isNotice(what)) throw new Error(`There is no notice enrolment.${what}`)
  return what
}

const isNotice = (what: string): what is NoticeOf<'enrolment.'> => isMessageId(`notice.enrolment.${what}.title`)

/** Notices to everybody in a team about its enrolment; `notice.enrolment.<what>`. */
export const noticesOf = (
  team: NotifiedTeam,
  what: NoticeOf<'enrolment.'>,
  { id, number, values, ...notification }: EnrolmentNotification,
  now: Date,
): TeamNotice[] =>
  noticesToTeam(team, `enrolment.${what}`, {
    ...notification,
    now,
    values: { number: asWritten(number ?? ''), ...values },
    link: id ? `/EnrollFor/${team.activityId}/Form?enrolment=${id}` : `/EnrollFor/${team.activityId}`,
  })

/** Notifies everybody in a team about its enrolment. */
export const notifyPeople = async (
  ctx: Ctx,
  team: TeamView,
  what: NoticeOf<'enrolment.'>,
  notification: EnrolmentNotification,
): Promise<void> => {
  await sendNotices(ctx, noticesOf(team, what, notification, ctx.now))
}
