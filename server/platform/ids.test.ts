import { newsId } from '@lectern/contract/ids.ts'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids are UUIDs of version 7 that sort by their time of creation', () => {
  const moments = Array.from({ length: 200 }, (_, count) => new Date(1_900_000_000_000 + count * 1000))
  const ids = moments.map((moment) => newId(moment))
  expect(ids.every((id) => newsId.safeParse(id).success)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(200)
})

test('two ids of one moment differ', () => {
  const now = new Date()
  expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000)
})
