import { expect, test } from 'vitest'
import { readViews, searchOf } from './saved-views.ts'

test('stored views are read again; invalid entries are ignored', () => {
  const view = { name: 'Late', search: '?state=submitted' }
  expect(readViews(JSON.stringify([view]))).toEqual([view])
  expect(readViews(JSON.stringify([view, { name: 'Half' }, null, 3]))).toEqual([view])
  expect(readViews('{"name":"x"}')).toEqual([])
  expect(readViews('not json')).toEqual([])
  expect(readViews(null)).toEqual([])
})

test('a view starts at the first page of its list', () => {
  expect(searchOf('?state=submitted&page=3&pageSize=20')).toBe('?state=submitted&pageSize=20')
  expect(searchOf('?page=3')).toBe('')
})
