import type { DeskWork } from '@lectern/contract/review/review.ts'
import { expect, test } from 'vitest'
import { compareTotals, countByFilter, findWorks, nextUnfinished, sortWorks } from './work-list.ts'

const work = (code: string, total: number | null, others: Partial<DeskWork> = {}): DeskWork => ({
  code,
  title: `Lesson ${code}`,
  activity: 'Lessons',
  state: total === null ? 'todo' : 'submitted',
  scores: total === null ? {} : { design: total },
  total,
  draft: null,
  hasFlag: false,
  reopenedUntil: null,
  ...others,
})
const works = [
  work('A2', 8_000),
  work('B3', null),
  work('C4', 9_000, { hasFlag: true }),
  work('D5', 7_000, { state: 'changed' }),
  work('E6', null, { state: 'draft' }),
]
const codes = (list: readonly { code: string }[]): string => list.map(({ code }) => code).join(' ')

test('filters count what they find', () => {
  expect(countByFilter(works)).toEqual({ all: 5, todo: 1, draft: 2, submitted: 2, flagged: 1 })
  expect(codes(findWorks(works, 'draft', ''))).toBe('D5 E6')
})

test('works are found by code or title, whatever the width and case', () => {
  expect(codes(findWorks(works, 'all', ' ｃ4 '))).toBe('C4')
  expect(codes(findWorks(works, 'all', 'LESSON d'))).toBe('D5')
})

test('works without points come last in both directions', () => {
  expect(codes(sortWorks(works, { by: 'total', isDescending: true }))).toBe('C4 A2 D5 B3 E6')
  expect(codes(sortWorks(works, { by: 'design', isDescending: false }))).toBe('D5 A2 C4 B3 E6')
  expect(codes(sortWorks(works, { by: 'code', isDescending: true }))).toBe('E6 D5 C4 B3 A2')
})

test('the next unfinished work comes after the current one, and then from the beginning', () => {
  expect([undefined, 'B3', 'D5', 'E6'].map((after) => nextUnfinished(works, after)?.code)).toEqual([
    'B3',
    'D5',
    'E6',
    'B3',
  ])
  expect(nextUnfinished([works[1]!], 'B3')).toBe(undefined)
})

test('the work that is being scored stands among the others with what is typed', () => {
  const current = { code: 'A2', title: 'Lesson A2', total: 9_500 }
  expect(codes(compareTotals(works, current))).toBe('A2 C4 D5')
  expect(codes(compareTotals(works, { ...current, total: undefined }))).toBe('C4 D5')
})
