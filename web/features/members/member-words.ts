import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { AccessValue, AccountStatus } from '@lectern/contract/accounts/account-values.ts'
import type { Member } from '@lectern/contract/accounts/accounts.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../ui/intl.tsx'

export const useMemberWords = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.members.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.members.${key}` }, values)
  return {
    t,
    list: (items: readonly string[]): string => intl.formatList(items),
    column: (name: IdAfter<'office.members.column.'>): string => t(`column.${name}`),
    access: (value: AccessValue): string => t(`access.${value}`),
    status: (value: AccountStatus): string => t(`status.${value}`),
    /** Region codes exist for China only; elsewhere it is free text. */
    region: ({ country }: Pick<Member, 'country'>, text: string | null): string =>
      text === null ? '' : ((country === null || country === 'CN' ? regionName(text, intl.locale) : undefined) ?? text),
  }
}

/** The name of a member in confirmations. */
export const useFullName = (): ((member: Pick<Member, 'username' | 'realName'>) => string) => {
  const { locale } = useIntl()
  return ({ username, realName }) => (realName === null ? username : withNote(locale, realName, username))
}
