import type { CurrentUser } from '@lectern/contract/accounts.ts'

/** How a person is called where there is room for one name. */
export const displayName = ({
  nickname,
  realName,
  username,
}: Pick<CurrentUser, 'nickname' | 'realName' | 'username'>) => nickname ?? realName ?? username
