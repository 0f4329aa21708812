import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  askAboutUnfinished,
  findUnfinished,
  forgetUnfinished,
  markOfFile,
  rememberUnfinished,
  slotOf,
} from './unfinished.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const photo = { name: '张伟的成绩单.pdf', size: 1_000, lastModified: 5 }

test('a file is recognised by its mark, and no other file is', () => {
  const others = [
    { ...photo, name: '张伟的成绩单2.pdf' },
    { ...photo, size: 1_001 },
    { ...photo, lastModified: 6 },
  ]
  expect(markOfFile(photo)).toBe(markOfFile({ ...photo }))
  expect(new Set([photo, ...others].map(markOfFile)).size).toBe(4)
})

test('fields of one page, and the same field of two pages, are separate', () => {
  const slots = [
    slotOf('/Admin/Banner/Edit', 'picture', 'wide'),
    slotOf('/Admin/Banner/Edit', 'picture', 'narrow'),
    slotOf('/Admin/Expert/Edit', 'picture', 'wide'),
    slotOf('/Admin/Banner/Edit', 'video', 'wide'),
  ]
  expect(new Set(slots).size).toBe(4)
  expect(slotOf('/admin/banner/edit', 'picture', 'wide')).toBe(slots[0])
})

test('the stored data says nothing about the file', () => {
  const slot = slotOf('/account/Team', 'answer', 'plan')
  const unfinished = { url: '/api/uploads/1', mark: markOfFile(photo) }
  rememberUnfinished(slot, unfinished)
  expect([...kept].flat().join(' ')).not.toContain('张伟')
  expect(findUnfinished(slot)).toEqual(unfinished)
  forgetUnfinished(slot)
  expect(findUnfinished(slot)).toBeUndefined()
})

test('incomplete data is ignored', () => {
  for (const text of ['', 'null', '{"url":"/x"}', '{']) {
    kept.set('slot', text)
    expect(findUnfinished('slot')).toBeUndefined()
  }
})

test('without storage, an upload starts again', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => rememberUnfinished('slot', { url: '/x', mark: 'm' })).not.toThrow()
  expect(findUnfinished('slot')).toBeUndefined()
})

test('the server describes an upload to its owner only', async () => {
  const name = btoa(String.fromCodePoint(...new TextEncoder().encode(photo.name)))
  const headers = {
    'upload-offset': '400',
    'upload-length': '1000',
    'upload-metadata': `filename ${name},purpose YQ==`,
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { headers })))
  expect(await askAboutUnfinished('/api/uploads/1')).toEqual({
    url: '/api/uploads/1',
    name: photo.name,
    size: 1_000,
    sent: 400,
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
  expect(await askAboutUnfinished('/api/uploads/1')).toBeUndefined()
})
