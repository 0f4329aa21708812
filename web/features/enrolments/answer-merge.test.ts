import { expect, test } from 'vitest'
import { changedFields, mergeAnswers } from './answer-merge.ts'

test('changes made elsewhere are applied, and changes made here stay', () => {
  expect(
    mergeAnswers({ title: 'A', pupils: 30, topic: 'x' }, { title: 'B', pupils: 30 }, { title: 'A', pupils: 31 }),
  ).toEqual({ answers: { title: 'B', pupils: 31 }, taken: ['pupils'], conflicts: [] })
})

test('different changes on both sides are a conflict', () => {
  expect(mergeAnswers({ title: 'A' }, { title: 'B' }, { title: 'C' })).toEqual({
    answers: { title: 'B' },
    taken: [],
    conflicts: ['title'],
  })
})

test('the same change on both sides is no conflict', () => {
  const both = { title: 'B', kinds: ['a', 'b'] }
  expect(mergeAnswers({ title: 'A' }, both, both)).toEqual({ answers: both, taken: [], conflicts: [] })
})

test('an answer that was emptied elsewhere becomes empty here', () => {
  expect(mergeAnswers({ title: 'A', note: 'n' }, { title: 'A', note: 'n' }, { title: 'A' })).toEqual({
    answers: { title: 'A', note: null },
    taken: ['note'],
    conflicts: [],
  })
})

test('an empty text and no answer are the same', () => {
  expect(changedFields({ title: '', note: 'n' }, { note: 'm' })).toEqual(['note'])
})
