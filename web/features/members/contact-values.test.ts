import { expect, it } from 'vitest'
import { contactsOf, keepTypedContacts } from './contact-values.ts'

const before = contactsOf({ email: 'yi@example.org', phone: null })

it('keeps the typed contact, and applies the change of another user', () => {
  expect(
    keepTypedContacts(before, { email: 'new@example.org', phone: '' }, { email: 'yi@example.org', phone: '+86139' }),
  ).toEqual({ email: 'new@example.org', phone: '+86139' })
})

it('keeps an emptied contact empty', () => {
  expect(keepTypedContacts(before, { email: '', phone: '' }, { email: 'other@example.org', phone: '' })).toEqual({
    email: '',
    phone: '',
  })
})
