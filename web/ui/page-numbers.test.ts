import { describe, expect, it } from 'vitest'
import { lastPageOf, pageNumbers } from './page-numbers.ts'

describe('page numbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 10, [1, 2, 3, 4, 'forward', 10]],
    [5, 10, [1, 'back', 4, 5, 6, 'forward', 10]],
    [10, 10, [1, 'back', 7, 8, 9, 10]],
    [500, 1000, [1, 'back', 499, 500, 501, 'forward', 1000]],
  ])('on page %i of %i are %j', (page, last, expected) => {
    expect(pageNumbers(page, last)).toEqual(expected)
  })

  it('contain every page at most once and in order, for any current page', () => {
    for (let last = 1; last <= 30; last += 1) {
      for (let page = 1; page <= last; page += 1) {
        const numbers = pageNumbers(page, last).filter((entry) => typeof entry === 'number')
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
        expect(numbers.includes(page)).toBe(true)
      }
    }
  })

  it('end with the page of the last item', () => {
    expect([lastPageOf(0, 10), lastPageOf(10, 10), lastPageOf(11, 10)]).toEqual([1, 1, 2])
  })
})
