import { expect, test } from 'vitest'
import { changedFields, mergeAnswers } from './answer-merge.ts'

test('what was changed elsewhere only is taken over, and what was changed here stays', () => {
  expect(
    mergeAnswers({ title: 'A', pupils: 30, topic: 'x' }, { title: 'B', pupils: 30 }, { title: 'A', pupils: 31 }),
  ).toEqual({ answers: { title: 'B', pupils: 31 }, taken: ['pupils'], conflicts: [] })
})

test('what was changed on both sides to different things is for somebody to decide', () => {
  expect(mergeAnswers({ title: 'A' }, { title: 'B' }, { title: 'C' })).toEqual({
    answers: { title: 'B' },
    taken: [],
    conflicts: ['title'],
  })
})

test('the same change on both sides is none', () => {
  const both = { title: 'B', kinds: ['a', 'b'] }
  expect(mergeAnswers({ title: 'A' }, both, both)).toEqual({ answers: both, taken: [], conflicts: [] })
})

test('what was emptied elsewhere is empty here', () => {
  expect(mergeAnswers({ title: 'A', note: 'n' }, { title: 'A', note: 'n' }, { title: 'A' })).toEqual({
    answers: { title: 'A', note: null },
    taken: ['note'],
    conflicts: [],
  })
})

test('an empty text and no answer are the same', () => {
  expect(changedFields({ title: '', note: 'n' }, { note: 'm' })).toEqual(['note'])
})
