import type { Sheet, ShownCriterion } from '@lectern/contract/review/review.ts'
import { expect, test } from 'vitest'
import {
  noteField,
  notesIn,
  placeOfNote,
  readableOf,
  scoreField,
  scoresIn,
  spelledPoints,
  totalOf,
  typedSheet,
  writtenSheet,
} from './typed-sheet.ts'

const criterion = (id: string, max: number): ShownCriterion => ({ id, label: id, help: '', max, levels: [] })
const criteria = [criterion('design', 4_000), criterion('effect', 6_000)]
const step = 50

const sheet: Sheet = {
  version: 3,
  state: 'draft',
  scores: { design: 3_550 },
  comment: 'Clear aims',
  remark: '',
  notes: [
    { file: 1, at: 32.4, text: 'Good question' },
    { file: 2, at: null, text: 'Well written' },
  ],
  places: { 1: 75 },
  seconds: 40,
  submittedAt: null,
  savedAt: null,
}

test('a stored sheet that is typed nowhere is sent as it was, apart from parts of seconds', () => {
  const { scores, comment, remark, places } = sheet
  expect(writtenSheet(typedSheet(sheet), criteria, step)).toEqual({
    scores,
    comment,
    remark,
    places,
    notes: [
      { file: 1, at: 32, text: 'Good question' },
      { file: 2, at: null, text: 'Well written' },
    ],
    seconds: 40,
  })
})

test('a score of 0 is sent, an empty one and one that cannot be read are not', () => {
  const typed = { ...typedSheet(sheet), [scoreField('design')]: '0', [scoreField('effect')]: '60.2' }
  expect(writtenSheet(typed, criteria, step).scores).toEqual({ design: 0 })
  expect(writtenSheet({ ...typed, [scoreField('design')]: '' }, criteria, step).scores).toEqual({})
})

test('points that cannot be read are not on the server, so the next visit finds them as typed and not saved', () => {
  const typed = { ...typedSheet(sheet), [scoreField('effect')]: '5x' }
  expect(readableOf(typed, criteria, step)).toEqual(typedSheet(sheet))
  const readable = { ...typed, [scoreField('design')]: '', [scoreField('effect')]: '58' }
  expect(readableOf(readable, criteria, step)).toEqual(readable)
})

test('all seconds are sent, so that a save that is sent twice counts none twice', () => {
  const typed = { ...typedSheet(sheet), seconds: 95 }
  expect(writtenSheet(typed, criteria, step).seconds).toBe(95)
  expect(writtenSheet({ ...typed, seconds: 9_999_999 }, criteria, step).seconds).toBe(360_000)
})

test('the total moves with what is typed, and tells how many criteria lack points', () => {
  const typed = { ...typedSheet(sheet), [scoreField('effect')]: '５８。５' }
  expect(totalOf(scoresIn(typed, criteria, step))).toEqual({ points: 9_400, missing: 0 })
  const wrong = { ...typed, [scoreField('effect')]: '61' }
  expect(scoresIn(wrong, criteria, step).effect).toEqual({ problem: 'range' })
  expect(totalOf(scoresIn(wrong, criteria, step))).toEqual({ points: 3_550, missing: 1 })
})

test('points have one spelling, so that two tabs do not differ by it', () => {
  expect(['35.50', '３５。５', ' 35,5 分'].map((typed) => spelledPoints(typed, criteria[0]!, step))).toEqual([
    '35.5',
    '35.5',
    '35.5',
  ])
  expect(spelledPoints(' 4x ', criteria[0]!, step)).toBe('4x')
})

test('a note is found by its place, and an empty one is none', () => {
  expect([placeOfNote(noteField(3, 61)), placeOfNote(noteField(3, null))]).toEqual([
    { file: 3, at: 61 },
    { file: 3, at: null },
  ])
  const typed = { [noteField(2, 5)]: 'b', [noteField(1, 90)]: ' ', [noteField(1, 7)]: 'a', [noteField(2, null)]: 'c' }
  expect(notesIn(typed)).toEqual([
    { file: 1, at: 7, text: 'a' },
    { file: 2, at: null, text: 'c' },
    { file: 2, at: 5, text: 'b' },
  ])
})
