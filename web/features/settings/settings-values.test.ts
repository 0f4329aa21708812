import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { describe, expect, test } from 'vitest'
import type { WrittenSettings } from './settings-values.ts'
import { changedNames, mergeEdits, sentOf } from './settings-values.ts'

const stored: WrittenSettings = {
  ...defaultSettings,
  logo: null,
  preview: null,
  languages: [...defaultSettings.languages],
}

describe('what was typed', () => {
  test('is sent without empty values', () => {
    const typed = { ...stored, title: { 'zh-CN': '大赛', 'en-US': '' }, email: ' ', phone: ' 010 ', icp: '' }
    const { title, email, phone, icp } = sentOf(typed)
    expect({ title, email, phone, icp }).toEqual({ title: { 'zh-CN': '大赛' }, email: null, phone: '010', icp: null })
  })

  test('is no change if only the order differs, or if it is empty and was absent', () => {
    const title = Object.fromEntries(Object.entries(stored.title).toReversed())
    expect(changedNames(stored, { ...stored, title, icp: '' })).toEqual([])
    expect(changedNames(stored, { ...stored, layout: 'mix', icp: 'A' })).toEqual(['layout', 'icp'])
  })

  test('is kept over what a colleague has stored meanwhile', () => {
    const typed = { ...stored, layout: 'mix' as const }
    const now = { ...stored, layout: 'side' as const, icp: 'A' }
    expect(mergeEdits(stored, typed, now)).toEqual({ ...stored, layout: 'mix', icp: 'A' })
  })
})
