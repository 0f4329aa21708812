import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import type { Account } from '../accounts/service.ts'

type Named = Pick<Account, 'realName' | 'nickname' | 'username'>

/** The display name of a user within the contest. */
export const nameOf = ({ realName, nickname, username }: Named): string => realName ?? nickname ?? username

/** Only the first letter: enough for somebody who expects an invitation, and no room for text. */
export const initialOf = (name: string): string => {
  const [first = ''] = name
  return /[\p{L}\p{N}]/u.test(first) ? `${first}**` : '***'
}

/** Deleted users are shown as such, in the reader's language, instead of by the placeholder in their row. */
export const withNameIfDeleted = <Person extends Pick<Account, 'status' | 'username'>>(
  person: Person,
  locale: Locale,
): Person => (person.status === 'deleted' ? { ...person, username: t(locale, 'office.audit.gone') } : person)
