import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import type { Account } from '../accounts/service.ts'

type Named = Pick<Account, 'realName' | 'nickname' | 'username'>

/** What others in the contest call a person. */
export const nameOf = ({ realName, nickname, username }: Named): string => realName ?? nickname ?? username

/** The first letter alone: enough for somebody who expects to hear from this person, and no room for words. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return /[\p{L}\p{N}]/u.test(first) ? `${first}**` : '***'
}

/** Who is gone is called so, in the reader's language: his row has a name that is nobody's. */
export const callGone = <Person extends Pick<Account, 'status' | 'username'>>(person: Person, locale: Locale): Person =>
  person.status === 'deleted' ? { ...person, username: t(locale, 'office.audit.gone') } : person
