import { expect, test } from 'vitest'
import { pageFrom } from './paging.ts'

const twelve = Array.from({ length: 12 }, (_, index) => index + 1)

test('a list of few comes whole unless a page of it is asked for', () => {
  expect(pageFrom(twelve, {})).toEqual({ list: twelve, total: 12, page: 1, pageSize: 12 })
  expect(pageFrom([], {})).toEqual({ list: [], total: 0, page: 1, pageSize: 10 })
  expect(pageFrom(twelve, { page: 2 })).toEqual({ list: [11, 12], total: 12, page: 2, pageSize: 10 })
  expect(pageFrom(twelve, { pageSize: 5 })).toEqual({ list: [1, 2, 3, 4, 5], total: 12, page: 1, pageSize: 5 })
  expect(pageFrom(twelve, { page: 9, pageSize: 5 })).toEqual({ list: [], total: 12, page: 9, pageSize: 5 })
})
