import type { Member, MemberTeam } from '@lectern/contract/accounts.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { presentUser } from '../accounts/service.ts'
import type { contestOf, MemberRow } from './queries.ts'

export const presentMember = ({ status, hasSecondFactor, createdAt, seenAt, ...person }: MemberRow): Member => ({
  ...presentUser({ ...person, status, createdAt }),
  // Deleted accounts are never listed.
  status: status as Member['status'],
  hasSecondFactor,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
})

export const presentMemberPage = ({ list, ...page }: Page<MemberRow>): Page<Member> => ({
  ...page,
  list: list.map(presentMember),
})

export const presentContest = (
  { locale: asked }: Ctx,
  teams: Awaited<ReturnType<typeof contestOf>>,
): { teams: MemberTeam[] } => ({
  teams: teams.map(({ activity, enrolmentId, number, state, ...team }) => {
    const { text, locale } = localize(activity, asked)
    return {
      ...team,
      activity: { name: text, locale },
      enrolment: enrolmentId && state ? { id: enrolmentId, number, state } : null,
    }
  }),
})
