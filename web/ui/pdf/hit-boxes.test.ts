import { expect, test } from 'vitest'
import { boxesOf, placePiece } from './hit-boxes.ts'
import { findHits, foldText } from './text-search.ts'

/** Of a page of 200 × 100 points, seen upright. */
const upright = [1, 0, 0, -1, 0, 100]
const size = { width: 200, height: 100 }
const font = { ascent: 0.75 }

const boxes = (transform: number[], view: number[], query: string, text = 'abcd') => {
  const piece = placePiece({ str: text, hasEOL: false, transform, width: 80, height: 0 }, view, font)
  const page = { size, pieces: [piece], folded: foldText([piece]) }
  const [hit] = findHits([page.folded], query)
  return boxesOf(page, hit!, (part) => part.length).map((box) =>
    Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value * 100) / 100])),
  )
}

test('a hit is marked where its letters are, in percent of the page', () => {
  expect(boxes([20, 0, 0, 20, 40, 50], upright, 'abcd')).toEqual([
    { piece: 0, left: 20, top: 35, width: 40, height: 20, angle: 0 },
  ])
  expect(boxes([20, 0, 0, 20, 40, 50], upright, 'bc')).toEqual([
    { piece: 0, left: 30, top: 35, width: 20, height: 20, angle: 0 },
  ])
})

test('text that runs downwards is marked downwards', () => {
  expect(boxes([0, -20, 20, 0, 40, 90], upright, 'cd')).toEqual([
    { piece: 0, left: 27.5, top: 50, width: 20, height: 20, angle: 1.57 },
  ])
})
