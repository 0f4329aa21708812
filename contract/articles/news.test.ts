import { describe, expect, test } from 'vitest'
import { newsId } from '../ids.ts'
import { newsQuery } from './news.ts'

describe('the query of the news', () => {
  test('has its defaults', () => {
    expect(newsQuery.parse({})).toEqual({ page: 1, pageSize: 10 })
  })

  test('accepts numbers made of digits only, within their limits', () => {
    expect(newsQuery.parse({ page: '100000', pageSize: '100' })).toEqual({ page: 100_000, pageSize: 100 })
    expect(newsQuery.parse({ page: '007' }).page).toBe(7)
    for (const page of ['0', '100001', '', ' 1', '1 ', '+1', '-1', '1.0', '1e1', '0x1', '１', 'NaN', 1, ['1'], null])
      expect([page, newsQuery.safeParse({ page }).success]).toEqual([page, false])
  })

  test('accepts a search of a hundred characters, trimmed and without NUL', () => {
    expect(newsQuery.parse({ search: '  大赛 ' }).search).toBe('大赛')
    expect(newsQuery.parse({ search: 'a\u0000b\u0000' }).search).toBe('a b')
    expect(newsQuery.safeParse({ search: 'x'.repeat(100) }).success).toBe(true)
    expect(newsQuery.safeParse({ search: 'x'.repeat(101) }).success).toBe(false)
  })
})

test('an id is a UUID of version 7 and nothing else', () => {
  expect(newsId.safeParse('01900000-0000-7000-8000-000000000001').success).toBe(true)
  for (const value of [
    '',
    '1',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '01900000-0000-7000-7000-000000000001',
    '01900000-0000-7000-8000-000000000001\n',
    1,
    null,
  ])
    expect([value, newsId.safeParse(value).success]).toEqual([value, false])
})
