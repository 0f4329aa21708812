import { expect, it } from 'vitest'
import { sentOf, usualPort, valuesOf, type StoredMail } from './mail-values.ts'

const stored: StoredMail = { source: 'none', server: null, hasPassword: false, version: 0, whyNot: null }

it('sends neither name nor password to a relay without encryption', () => {
  const typed = {
    ...valuesOf(stored),
    host: 'relay',
    username: 'a@example.org',
    password: 'x',
    sender: 'a@example.org',
  }
  expect(sentOf(typed)).toMatchObject({ security: 'tls', username: 'a@example.org', password: 'x' })
  expect(sentOf({ ...typed, security: 'none' })).toEqual({
    host: 'relay',
    port: 465,
    security: 'none',
    username: '',
    sender: 'a@example.org',
  })
})

it('proposes the usual port of an encryption, and keeps an unusual one', () => {
  expect([usualPort(465, 'none'), usualPort(25, 'starttls'), usualPort(null, 'tls'), usualPort(2525, 'none')]).toEqual([
    25, 587, 465, 2525,
  ])
})
