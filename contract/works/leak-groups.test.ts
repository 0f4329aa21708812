import { expect, test } from 'vitest'
import { groupLeaks } from './leak-groups.ts'
import type { LeakKind } from './work-values.ts'

const leak = (kind: LeakKind, value: string, place: string, context = '') => ({ kind, value, place, context })

test('what reveals the same is one group with its places, however often it was found', () => {
  const leaks = [
    leak('name', 'Wang Fang', 'page 1', 'first'),
    leak('name', 'Wang Fang', 'page 1', 'second'),
    leak('name', 'Wang Fang', 'page 3'),
  ]
  expect(groupLeaks(leaks)).toEqual([
    {
      kind: 'name',
      value: 'Wang Fang',
      leaks,
      places: [
        { place: 'page 1', leaks: leaks.slice(0, 2) },
        { place: 'page 3', leaks: leaks.slice(2) },
      ],
    },
  ])
})

test('what leads to a person comes first, then what stands in most places', () => {
  const leaks = [
    leak('link', 'https://example.org', 'page'),
    leak('team', 'Chalk', 'title'),
    leak('school', 'Yunze', 'title'),
    leak('name', 'Li Na', 'title'),
    leak('name', 'Wang Fang', 'title'),
    leak('name', 'Wang Fang', 'summary'),
    leak('email', 'a@example.org', 'title'),
    leak('phone', '13912345678', 'title'),
  ]
  expect(groupLeaks(leaks).map(({ value }) => value)).toEqual([
    'Wang Fang',
    'Li Na',
    '13912345678',
    'a@example.org',
    'Yunze',
    'Chalk',
    'https://example.org',
  ])
})

test('a school that is called like the team is another hint', () => {
  expect(groupLeaks([leak('team', 'Yunze', 'title'), leak('school', 'Yunze', 'title')])).toHaveLength(2)
})
