import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'

/** The name to show for a user. */
export const displayName = ({
  nickname,
  realName,
  username,
}: Pick<CurrentUser, 'nickname' | 'realName' | 'username'>) => nickname ?? realName ?? username
