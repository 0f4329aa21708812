import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedTo, placeByKey, placeUnder } from './ranked-order.ts'

describe('an order', () => {
  test('has the item at its new place, and the others as they were', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 'a', 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(movedTo(['a', 'b', 'c', 'd'], 'd', 0)).toEqual(['d', 'a', 'b', 'c'])
  })

  test('ends at its ends', () => {
    expect(movedTo(['a', 'b'], 'a', 9)).toEqual(['b', 'a'])
    expect(movedTo(['a', 'b'], 'b', -3)).toEqual(['b', 'a'])
  })

  test('is not changed by an unknown item', () => {
    expect(movedTo(['a', 'b'], 'z', 0)).toEqual(['a', 'b'])
  })

  test('keeps every item once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.integer(), (ids, pick, place) => {
        const id = ids[pick % ids.length]!
        const moved = movedTo(ids, id, place)
        expect(moved.toSorted()).toEqual(ids.toSorted())
        expect(moved.filter((each) => each !== id)).toEqual(ids.filter((each) => each !== id))
      }),
    )
  })
})

test('keys move by one, by five and to the ends', () => {
  const from3of10 = (key: string) => placeByKey(key, 3, 10)
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'a', 'toString'].map(from3of10)).toEqual([
    2,
    4,
    0,
    8,
    0,
    9,
    undefined,
    undefined,
  ])
})

test('a dragged row takes the place between the middles of the others', () => {
  const rows = [0, 100, 200, 300].map((top) => ({ top, height: 100 }))
  const placeAt = (y: number) => placeUnder(rows, 1, y)
  expect([-20, 49, 51, 249, 251, 349, 351].map(placeAt)).toEqual([0, 0, 1, 1, 2, 2, 3])
})
