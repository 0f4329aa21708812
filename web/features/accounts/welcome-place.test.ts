import { expect, it } from 'vitest'
import { welcomePlace } from './welcome-place.ts'

it('explains how to take part to those who may, and leads experts and organisers to their work', () => {
  const nobody = { canAdmin: false, canReview: false }
  const places = [nobody, { ...nobody, canReview: true }, { ...nobody, canAdmin: true }].map(welcomePlace)
  expect(places.map(({ to, hasIntroduction }) => [to, hasIntroduction])).toEqual([
    ['/News', true],
    ['/Review', false],
    ['/Admin', false],
  ])
})
