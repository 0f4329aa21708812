import type { FileId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  readUnfinishedUpload,
  findUnfinishedUpload,
  deleteUnfinishedUpload,
  giveUpUpload,
  isUploadOfBrowser,
  markOfFile,
  storeUnfinishedUpload,
  slotOf,
} from './unfinished-uploads.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
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
  storeUnfinishedUpload(slot, unfinished)
  expect([...kept].flat().join(' ')).not.toContain('张伟')
  expect(findUnfinishedUpload(slot)).toEqual(unfinished)
  deleteUnfinishedUpload(slot)
  expect(findUnfinishedUpload(slot)).toBeUndefined()
})

test('incomplete data is ignored', () => {
  for (const text of ['', 'null', '{"url":"/x"}', '{']) {
    kept.set('slot', text)
    expect(findUnfinishedUpload('slot')).toBeUndefined()
  }
})

test('without storage, an upload starts again', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => storeUnfinishedUpload('slot', { url: '/x', mark: 'm' })).not.toThrow()
  expect(findUnfinishedUpload('slot')).toBeUndefined()
})

test('the server describes an upload to its owner only', async () => {
  const name = btoa(String.fromCodePoint(...new TextEncoder().encode(photo.name)))
  const headers = {
    'upload-offset': '400',
    'upload-length': '1000',
    'upload-metadata': `filename ${name},purpose YQ==`,
  }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { headers })))
  expect(await readUnfinishedUpload('/api/uploads/1')).toEqual({
    url: '/api/uploads/1',
    name: photo.name,
    size: 1_000,
    sent: 400,
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })))
  expect(await readUnfinishedUpload('/api/uploads/1')).toBeUndefined()
})

const id = 'upload' as FileId

test('a browser knows the uploads that were begun in it', () => {
  kept.set('theme', '{"url":"/api/uploads/upload","mark":"m"}')
  expect(isUploadOfBrowser(id)).toBe(false)
  storeUnfinishedUpload(slotOf('/works/1', 'work', 'film'), { url: 'https://a.example/api/uploads/upload', mark: 'm' })
  expect([isUploadOfBrowser(id), isUploadOfBrowser('load' as FileId)]).toEqual([true, false])
})

test('an upload that is given up is deleted on the server, and forgotten', async () => {
  const slot = slotOf('/works/1', 'work', 'film')
  storeUnfinishedUpload(slot, { url: '/api/uploads/upload', mark: 'm' })
  const requests: unknown[] = []
  let status = 503
  vi.stubGlobal('fetch', (...request: unknown[]) => {
    requests.push(request)
    return Promise.resolve(new Response(null, { status }))
  })
  await expect(giveUpUpload(id)).rejects.toThrow('503')
  expect(isUploadOfBrowser(id)).toBe(true)
  for (status of [404, 204]) await giveUpUpload(id)
  expect(isUploadOfBrowser(id)).toBe(false)
  expect(requests[0]).toEqual(['/api/uploads/upload', { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }])
})
