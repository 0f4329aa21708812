import type { Member } from '@lectern/contract/accounts.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { presentUser } from '../accounts/service.ts'
import type { MemberRow } from './queries.ts'

export const presentMember = ({ status, hasSecondFactor, createdAt, seenAt, ...person }: MemberRow): Member => ({
  ...presentUser({ ...person, status, createdAt }),
  // Deleted accounts are nobody's any more, and never asked for.
  status: status as Member['status'],
  hasSecondFactor,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
})

export const presentMemberPage = ({ list, ...page }: Page<MemberRow>): Page<Member> => ({
  ...page,
  list: list.map(presentMember),
})
