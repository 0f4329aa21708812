import { expect, test } from 'vitest'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { changesOf, isSame, mergeEdits, valuesOf, type ProfileField } from './profile-edits.ts'

const fields = ['nickname', 'country', 'province', 'city'] as const satisfies ProfileField[]

test('an empty profile has empty fields, with China as country', () => {
  const user = { nickname: null, country: null, province: null, city: null, school: 'No. 1' } as CurrentUser
  expect(valuesOf(user, fields)).toEqual({ nickname: '', country: 'CN', province: '', city: '' })
})

test('outer spaces and the kind of line break make no difference', () => {
  expect(isSame(['profile'], { profile: ' one\r\ntwo ' }, { profile: 'one\ntwo' })).toBe(true)
  expect(isSame(['profile'], { profile: 'one two' }, { profile: 'one\ntwo' })).toBe(false)
  expect(isSame(['profile'], {}, { profile: '' })).toBe(true)
})

test('an emptied field is sent as null, and only fields of the form are sent', () => {
  const typed = { nickname: ' Lin ', profile: 'a\r\nb', address: '  ', school: 'No. 1' }
  expect(changesOf(['nickname', 'profile', 'address'], typed)).toEqual({
    nickname: 'Lin',
    profile: 'a\nb',
    address: null,
  })
})

const base = { nickname: 'Lin', country: 'CN', province: '110000', city: '110108' }

test('typed values stay, and untouched ones follow the newer version', () => {
  const typed = { ...base, nickname: 'Lin Yue' }
  const latest = { ...base, province: '310000', city: '310101' }
  expect(mergeEdits(fields, { base, typed, latest })).toEqual({
    values: { nickname: 'Lin Yue', country: 'CN', province: '310000', city: '310101' },
    conflicts: [],
  })
})

test('country, province and city are merged together, never mixed', () => {
  const typed = { ...base, city: '110105' }
  const latest = { ...base, province: '310000', city: '310101' }
  expect(mergeEdits(fields, { base, typed, latest })).toEqual({ values: typed, conflicts: ['province', 'city'] })
})

test('the same change here and elsewhere is no conflict', () => {
  const both = { ...base, nickname: 'Yue' }
  expect(mergeEdits(fields, { base, typed: both, latest: both })).toEqual({ values: both, conflicts: [] })
})
