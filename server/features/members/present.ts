import type { listUsers, Member, MemberTeam } from '@lectern/contract/accounts/accounts.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { presentUser } from '../accounts/service.ts'
import type { contestOf, MemberRow } from './queries.ts'

export const presentMember = (
  { status, hasSecondFactor, createdAt, seenAt, ...person }: MemberRow,
  whyNot: string | null = null,
): Member => ({
  ...presentUser({ ...person, status, createdAt }),
  // Deleted accounts are never listed.
  status: status as Member['status'],
  hasSecondFactor,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  whyNot,
})

export const presentMemberPage = (
  { list, ...page }: Page<MemberRow>,
  whyNot: ReadonlyMap<AccountId, string>,
  whyNotAppoint: string | null,
): AnswerOf<typeof listUsers> => ({
  ...page,
  whyNotAppoint,
  list: list.map((row) => presentMember(row, whyNot.get(row.id) ?? null)),
})

export const presentContest = (
  { locale: readerLocale }: Ctx,
  teams: Awaited<ReturnType<typeof contestOf>>,
): { teams: MemberTeam[] } => ({
  teams: teams.map(({ activity, enrolmentId, number, state, ...team }) => {
    const { text, locale } = localize(activity, readerLocale)
    return {
      ...team,
      activity: { name: text, locale },
      enrolment: enrolmentId && state ? { id: enrolmentId, number, state } : null,
    }
  }),
})
