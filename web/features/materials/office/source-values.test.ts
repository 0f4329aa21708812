import type { FileId } from '@lectern/contract/ids.ts'
import { expect, it } from 'vitest'
import { contentOf, valuesOf } from './source-values.ts'

const [attachment, video] = ['a', 'v'] as FileId[]
const blank = valuesOf(undefined)

it('each kind is sent with its own properties, without empty languages', () => {
  const values = {
    ...blank,
    title: { 'zh-CN': '甲', 'en-US': '' },
    summary: {},
    body: { 'zh-CN': '# 一' },
    file: { file: attachment!, video: video!, photo: null },
  }
  const shared = { category: 'training', title: { 'zh-CN': '甲' }, summary: {} }
  expect((['file', 'video', 'photo', 'markdown'] as const).map((kind) => contentOf({ ...values, kind }))).toEqual([
    { ...shared, kind: 'file', cover: null, file: attachment },
    { ...shared, kind: 'video', cover: null, captions: null, file: video },
    { ...shared, kind: 'photo', file: null },
    { ...shared, kind: 'markdown', cover: null, body: { 'zh-CN': '# 一' } },
  ])
})

it('stored content is converted back to form values', () => {
  const stored = { ...blank, kind: 'video' as const, file: video!, title: { 'zh-CN': '甲' } }
  expect(contentOf(valuesOf(stored))).toEqual({
    kind: 'video',
    category: 'training',
    title: { 'zh-CN': '甲' },
    summary: {},
    cover: null,
    captions: null,
    file: video,
  })
})
