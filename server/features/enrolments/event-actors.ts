import type { EnrolmentState, EventKind } from '@lectern/contract/enrolment-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { t } from '../../platform/messages.ts'
import { account } from '../accounts/tables.ts'
import { nameOf } from '../teams/service.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

/** Who has moved an enrolment. Beside its events, with the account that each names, if any. */
export const actorColumns = {
  kind: enrolmentEvent.kind,
  state: enrolmentEvent.toState,
  reason: enrolmentEvent.reason,
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  status: account.status,
  access: account.access,
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
  isOfTeam: boolean
}

/** What organisers see: null for the program itself, or somebody who is gone. */
export const nameOfActor = ({ username, nickname, realName, status }: EventActor): string | null =>
  username === null || status === 'deleted' ? null : nameOf({ username, nickname, realName })

/**
 * What a team sees: its own people by name, and of organisers only that it was they, also when they acted for the team. Who once submitted, and
 * is neither in the team nor an organiser any more, could have been either.
 */
export const actorText = (doer: EventActor, locale: Locale): string | null => {
  if (doer.username === null) return null
  const isByOrganiser = doer.kind === 'decision' || doer.kind === 'takeBack'
  const isForTeam = doer.kind === 'submission' && !doer.isOfTeam && doer.access === 'admin'
  if (isByOrganiser || isForTeam) return t(locale, 'notice.organisers')
  return doer.isOfTeam || doer.kind !== 'submission' ? nameOfActor(doer) : null
}
