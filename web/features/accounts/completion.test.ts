import { expect, test } from 'vitest'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { neededFields, stepsOf } from './completion.ts'

const complete = Object.fromEntries(neededFields.map((field) => [field, 'given']))
const person = (values: object) => ({ email: null, phone: null, ...values }) as CurrentUser

test.each([
  {
    who: 'has an incomplete profile',
    user: { ...complete, realName: null, email: 'lin@example.org' },
    channels: ['mail', 'sms'],
    steps: ['details', 'phone'],
  },
  { who: 'lacks only contacts', user: complete, channels: ['mail', 'sms'], steps: ['email', 'phone'] },
  { who: 'lacks a contact that cannot be confirmed', user: complete, channels: ['mail'], steps: ['email'] },
  { who: 'lacks nothing that can be given', user: complete, channels: [], steps: ['details'] },
] as const)('a user who $who gets the steps $steps', ({ user, channels, steps }) => {
  expect(stepsOf(person(user), channels)).toEqual(steps)
})
