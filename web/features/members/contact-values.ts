import type { Member } from '@lectern/contract/accounts/accounts.ts'

/** Form values; a missing contact is empty. */
export interface ContactValues {
  email: string
  phone: string
}

export const contactsOf = ({ email, phone }: Pick<Member, 'email' | 'phone'>): ContactValues => ({
  email: email ?? '',
  phone: phone ?? '',
})

/** Merges what was typed into what another user has saved since. */
export const mergeContactEdits = (
  before: ContactValues,
  typed: Partial<ContactValues>,
  now: ContactValues,
): ContactValues => {
  const keep = (kind: keyof ContactValues): string => {
    const text = typed[kind] ?? ''
    return text === before[kind] ? now[kind] : text
  }
  return { email: keep('email'), phone: keep('phone') }
}
