import { expect, test } from 'vitest'
import { readDuration, writeDuration } from './duration.ts'

test('a length is typed as minutes, or as minutes and seconds, or with hours', () => {
  expect(['8', '7.5', '8:30', ' 8：30 ', '90:00', '1:05:30'].map(readDuration)).toEqual([
    480, 450, 510, 510, 5_400, 3_930,
  ])
})

test('what is no length is not guessed at', () => {
  expect(['', 'eight', '8:3', '8:75', '1:70:00', '-3'].map(readDuration)).toEqual(Array(6).fill(undefined))
})

test('a length is written so that it can be typed again', () => {
  expect([30, 480, 510, 3_930].map(writeDuration)).toEqual(['0:30', '8:00', '8:30', '1:05:30'])
  expect([30, 480, 510, 3_930].map((seconds) => readDuration(writeDuration(seconds)))).toEqual([30, 480, 510, 3_930])
})
