import { expect, test } from 'vitest'
import { factorOf, pageAt, pageFrom, sharpnessOf, shownWidth, steppedZoom } from './page-scale.ts'

/** A4 in points: 793 × 1122 pixels on paper. */
const page = { width: 595, height: 842 }

test('a page fits into the width of the view, or wholly into it, with its margins', () => {
  const view = { width: 824, height: 600 }
  expect(shownWidth(page, factorOf('width', page, view))).toBe(800)
  const whole = factorOf('page', page, view)
  expect(Math.round((page.height * 96 * whole) / 72)).toBe(576)
  // A slide is limited by the width.
  const slide = { width: 960, height: 540 }
  expect(factorOf('page', slide, view)).toBe(factorOf('width', slide, view))
  expect(factorOf(2, page, view)).toBe(2)
})

test('a view without a size yet shows something that can be drawn', () => {
  expect(factorOf('page', page, { width: 0, height: 0 })).toBe(0.1)
})

test('zooming goes from level to level, from what is shown', () => {
  expect([0.1, 0.5, 0.97, 1, 3.9, 4].map((factor) => steppedZoom(factor, 1))).toEqual([0.25, 0.75, 1, 1.25, 4, 4])
  expect([0.1, 0.5, 1.03, 1, 9].map((factor) => steppedZoom(factor, -1))).toEqual([0.25, 0.25, 1, 0.75, 4])
})

test('a canvas is as sharp as the screen, within limits', () => {
  expect(sharpnessOf({ width: 800, height: 1_000 }, 1.5)).toBe(1.5)
  expect(sharpnessOf({ width: 800, height: 1_000 }, 3)).toBe(2)
  expect(sharpnessOf({ width: 4_000, height: 4_000 }, 2)).toBe(1)
  expect(sharpnessOf({ width: 8_000, height: 8_000 }, 2)).toBe(0.5)
  expect(sharpnessOf({ width: 100_000, height: 10 }, 2)).toBe(0.16)
})

test('what is typed leads to the nearest page', () => {
  expect(['7', ' 7 ', '７', '0', '999', '', 'x', '1.5', '-3'].map((text) => pageFrom(text, 12))).toEqual([
    7,
    7,
    7,
    1,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the page at a height is the last one that begins above it', () => {
  expect([-20, 0, 11, 400, 611, 612, 9_999].map((height) => pageAt([12, 612, 1_212], height))).toEqual([
    1, 1, 1, 1, 1, 2, 3,
  ])
})
