import type { Account } from '../accounts/service.ts'

type Named = Pick<Account, 'realName' | 'nickname' | 'username'>

/** What others in the contest call a person. */
export const nameOf = ({ realName, nickname, username }: Named): string => realName ?? nickname ?? username
