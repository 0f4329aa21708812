import type { DeskFile, DeskWorkView } from '@lectern/contract/review/review.ts'
import { expect, test } from 'vitest'
import { firstItem, shownAs, viewedItems } from './viewed-items.ts'

const file = (number: number, type: string): DeskFile => ({
  number,
  name: `part-${number}`,
  type,
  seconds: null,
  pages: null,
  isReady: true,
  pagesAddress: null,
  address: '',
})
const parts: DeskWorkView['parts'] = [
  { id: 'idea', label: 'Idea', kind: 'text', text: 'Why', files: [] },
  { id: 'film', label: 'Film', kind: 'video', text: null, files: [file(1, 'video/mp4')] },
  { id: 'plan', label: 'Plan', kind: 'document', text: null, files: [2, 3].map((at) => file(at, 'application/pdf')) },
  { id: 'site', label: 'Site', kind: 'link', text: 'https://example.org', files: [] },
]

test('every file has a tab, numbered where a part has several', () => {
  const items = viewedItems({ summary: 'About', parts }, 'Summary')
  expect(items.map(({ label, kind }) => [label, kind])).toEqual([
    ['Summary', 'summary'],
    ['Idea', 'text'],
    ['Film', 'file'],
    ['Plan 1', 'file'],
    ['Plan 2', 'file'],
    ['Site', 'link'],
  ])
  expect(firstItem(items)?.label).toBe('Film')
  expect(firstItem(viewedItems({ summary: 'About', parts: [] }, 'Summary'))?.label).toBe('Summary')
})

test('a file that browsers cannot show is downloaded', () => {
  const types = ['video/mp4', 'audio/mpeg', 'image/png', 'application/pdf', 'application/zip']
  expect(types.map((type) => shownAs({ type }))).toEqual(['video', 'audio', 'image', 'pdf', undefined])
})
