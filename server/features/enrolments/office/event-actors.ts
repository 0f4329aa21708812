import type { EnrolmentState, EventKind } from '@lectern/contract/enrolments/enrolment-values.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { t } from '../../../platform/messages.ts'
import { account } from '../../accounts/tables.ts'
import { institution } from '../../institutions/tables.ts'
import { nameOf } from '../../teams/service.ts'
import { enrolment, enrolmentEvent } from '../tables.ts'

/** Who moved an enrolment. Joined to its events, with the account of each, if any. */
export const actorColumns = {
  kind: enrolmentEvent.kind,
  state: enrolmentEvent.toState,
  reason: enrolmentEvent.reason,
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  status: account.status,
  access: account.access,
  institution: institution.name,
  isOfTeam: sql<boolean>`(
    exists (
      select from team_member
      where team_member.team_id = ${enrolment.teamId} and team_member.account_id = ${enrolmentEvent.accountId}
    )
    or coalesce(
      ${enrolment.snapshot} @> jsonb_build_object(
        'members', jsonb_build_array(jsonb_build_object('accountId', ${enrolmentEvent.accountId}))
      ),
      false
    )
  )`,
}

interface EventActor {
  kind: EventKind
  state: EnrolmentState
  reason: string | null
  username: string | null
  nickname: string | null
  realName: string | null
  status: string | null
  access: string | null
  /** In whose name it was decided; null: the organisers', or it is no decision. */
  institution: LocalizedText | null
  isOfTeam: boolean
}

/** For organisers: null for the system itself, or a deleted user. */
export const nameOfActor = ({ username, nickname, realName, status }: EventActor): string | null =>
  username === null || status === 'deleted' ? null : nameOf({ username, nickname, realName })

/**
 * For a team: its own people by name; institutions and organisers only as such, also when they act on behalf of the
 * team. A former submitter who is neither in the team nor an organiser any more could be either.
 */
export const actorText = (event: EventActor, locale: Locale): string | null => {
  if (event.institution) return localize(event.institution, locale).text
  if (event.username === null) return null
  const isByOrganiser = event.kind === 'decision' || event.kind === 'takeBack'
  const isForTeam = event.kind === 'submission' && !event.isOfTeam && event.access === 'admin'
  if (isByOrganiser || isForTeam) return t(locale, 'notice.organisers')
  return event.isOfTeam || event.kind !== 'submission' ? nameOfActor(event) : null
}
