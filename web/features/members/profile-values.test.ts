import type { Member } from '@lectern/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { changesOf, hasCodes, mergeEdits, valuesOf } from './profile-values.ts'

const chen = {
  realName: '陈明远',
  nickname: null,
  school: '燕山大学',
  institutionId: null,
  department: null,
  title: null,
  country: 'CN',
  province: '110000',
  city: '110108',
  address: null,
  profile: null,
  locale: 'zh-CN',
  access: 'user',
} as Member

test('only changes are sent, and emptied fields as null', () => {
  expect(changesOf(chen, { ...valuesOf(chen), nickname: '远山', school: ' ', title: '' })).toEqual({
    nickname: '远山',
    school: null,
  })
})

test('typed values stay, and the rest is what another user has stored since', () => {
  const typed = { ...valuesOf(chen), nickname: '远山', school: '' }
  expect(mergeEdits(chen, typed, { ...chen, nickname: '小陈', title: '教授', school: '北方大学' })).toEqual({
    ...valuesOf(chen),
    nickname: '远山',
    school: undefined,
    title: '教授',
    department: undefined,
    address: undefined,
    profile: undefined,
  })
})

test.each([
  [{}, true],
  [{ country: 'CN', province: 'x' }, true],
  [{ province: '110000' }, true],
  [{ province: 'Bavaria' }, false],
  [{ country: 'DE' }, false],
])('in %j provinces are selected from a list: %j', (values, expected) => {
  expect(hasCodes(values)).toBe(expected)
})
