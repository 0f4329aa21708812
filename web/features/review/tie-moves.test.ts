import { expect, test } from 'vitest'
import { moved } from './tie-moves.ts'

test('a work changes places with its neighbour, and stays at the ends', () => {
  const codes = ['A2', 'B3', 'C4']
  expect(moved(codes, 'B3', -1)).toEqual(['B3', 'A2', 'C4'])
  expect(moved(codes, 'B3', 1)).toEqual(['A2', 'C4', 'B3'])
  expect([moved(codes, 'A2', -1), moved(codes, 'C4', 1), moved(codes, 'Z9', 1)]).toEqual([codes, codes, codes])
})
