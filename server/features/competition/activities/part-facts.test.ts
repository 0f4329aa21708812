import { workPart, type WorkPart } from '@lectern/contract/works/work-rules.ts'
import { expect, test } from 'vitest'
import { partFacts } from './part-facts.ts'

const part = (given: Partial<WorkPart>): WorkPart =>
  workPart.parse({ id: 'part', label: { 'zh-CN': '材料' }, help: {}, kind: 'video', required: true, ...given })

test('a part is told in one line: kind, formats, limits, size and number of files', () => {
  const video = part({
    maxMegabytes: 500,
    maxFiles: 3,
    limits: { minSeconds: 480, maxSeconds: 900, minLongSide: 1_280, minShortSide: 720, codecs: ['avc'] },
  })
  expect(partFacts(video, false, 'en-US')).toBe(
    'Video · MP4, MOV, WEBM · 8–15 min · at least 1280 × 720 · H.264 · at most 500 MB · 1–3 files',
  )
  expect(partFacts(video, true, 'zh-CN')).toBe(
    '视频 · MP4、MOV · 8～15 分钟 · 不小于 1280 × 720 · H.264 · 不超过 500 MB · 1～3 个文件',
  )
})

test('lengths that are no whole minutes are told to the second', () => {
  const audio = part({ kind: 'audio', maxMegabytes: 20, limits: { minSeconds: 90, maxSeconds: 150 } })
  expect(partFacts(audio, true, 'en-US')).toBe('Audio · M4A · 1:30 to 2:30 · at most 20 MB')
})

test('what is typed has no formats and no size', () => {
  expect(partFacts(part({ kind: 'text', limits: { maxCharacters: 800 } }), true, 'en-US')).toBe(
    'Text typed online · at most 800 characters',
  )
  expect(partFacts(part({ kind: 'link' }), true, 'en-US')).toBe('Link')
})
