import { expect, it } from 'vitest'
import { contactsOf, mergeContactEdits } from './contact-values.ts'

const before = contactsOf({ email: 'yi@example.org', phone: null })

it('keeps the typed contact, and applies the change of another user', () => {
  expect(
    mergeContactEdits(before, { email: 'new@example.org', phone: '' }, { email: 'yi@example.org', phone: '+86139' }),
  ).toEqual({ email: 'new@example.org', phone: '+86139' })
})

it('keeps an emptied contact empty', () => {
  expect(mergeContactEdits(before, { email: '', phone: '' }, { email: 'other@example.org', phone: '' })).toEqual({
    email: '',
    phone: '',
  })
})
