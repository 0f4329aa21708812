import { expect, it } from 'vitest'
import { keepInside, largestZoom, pushPicture, sideOf, wholeCrop } from './avatar-crop.tsx'

const wide = { width: 900, height: 600 }
const tall = { width: 300, height: 1200 }

it('starts with the largest square in the middle', () => {
  expect(wholeCrop(wide)).toEqual({ x: 450, y: 300, zoom: 1 })
  expect([sideOf(wide, 1), sideOf(tall, 1), sideOf(wide, 2)]).toEqual([600, 300, 300])
})

it('moves by the distance of the drag, in the opposite direction', () => {
  expect(pushPicture(wide, { x: 450, y: 300, zoom: 2 }, 0.5, -0.25)).toEqual({ x: 300, y: 375, zoom: 2 })
})

it('never leaves the picture', () => {
  expect(pushPicture(wide, wholeCrop(wide), 5, 5)).toEqual({ x: 300, y: 300, zoom: 1 })
  expect(pushPicture(wide, wholeCrop(wide), -5, -5)).toEqual({ x: 600, y: 300, zoom: 1 })
  expect(pushPicture(tall, wholeCrop(tall), 0, 5)).toEqual({ x: 150, y: 150, zoom: 1 })
})

it('moves back inside when zooming out at an edge', () => {
  expect(keepInside(wide, { x: 75, y: 75, zoom: 1 })).toEqual({ x: 300, y: 300, zoom: 1 })
})

it('limits the zoom in both directions', () => {
  expect(keepInside(wide, { x: 450, y: 300, zoom: 0.2 }).zoom).toBe(1)
  expect(keepInside(wide, { x: 450, y: 300, zoom: 9 }).zoom).toBe(largestZoom)
})
