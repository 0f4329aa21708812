import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { Sheet, SheetNote, ShownCriterion, WrittenSheet } from '@lectern/contract/review/review.ts'
import {
  maxCommentLength,
  maxNoteLength,
  maxNotes,
  maxRemarkLength,
  maxSheetSeconds,
} from '@lectern/contract/review/review-values.ts'
import { formatPoints, readPoints, type PointsProblem } from '@lectern/contract/rounds/points.ts'

// What is typed into a sheet, as a draft holds it: one text per field, so that two tabs are merged field by field.

export const scoreField = (criterion: string): string => `score.${criterion}`

const notePrefix = 'note.'
const wholeFile = 'file'
/** One note for each place of a file: a second, a page, or the whole file. */
export const noteField = (file: number, at: number | null): string => `${notePrefix}${file}.${at ?? wholeFile}`

export const isNoteField = (field: string): boolean => field.startsWith(notePrefix)

/** The place of a note. */
export const placeOfNote = (field: string): Pick<SheetNote, 'file' | 'at'> => {
  const [file = '', at = ''] = field.slice(notePrefix.length).split('.')
  return { file: Number(file), at: at === wholeFile ? null : Number(at) }
}

/** Saved along with the rest: how far each file was looked at, and for how long the work was in use. */
export const placesField = 'places'
export const secondsField = 'seconds'
export const quietFields: ReadonlySet<string> = new Set([placesField, secondsField])

/** Valid points in one spelling; what is not valid stays as it was typed. */
export const spelledPoints = (typed: string, criterion: Pick<ShownCriterion, 'max'>, step: number): string => {
  const { points } = readPoints(typed, { max: criterion.max, step })
  return points === undefined ? typed.trim() : formatPoints(points)
}

export const typedSheet = ({ scores, comment, remark, notes, places, seconds }: Sheet): Answers => ({
  ...Object.fromEntries(Object.entries(scores).map(([id, points]) => [scoreField(id), formatPoints(points)])),
  comment,
  remark,
  ...Object.fromEntries(
    notes.map(({ file, at, text }) => [noteField(file, at === null ? null : Math.floor(at)), text]),
  ),
  [placesField]: JSON.stringify(places),
  [secondsField]: seconds,
})

export const textIn = (typed: Answers, field: string): string => {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}

export const placesIn = (typed: Answers): Record<string, number> =>
  JSON.parse(textIn(typed, placesField) || '{}') as Record<string, number>

export const notesIn = (typed: Answers): SheetNote[] =>
  Object.keys(typed)
    .filter((field) => isNoteField(field) && textIn(typed, field).trim() !== '')
    .map((field) => ({ ...placeOfNote(field), text: textIn(typed, field).trim().slice(0, maxNoteLength) }))
    .toSorted((one, other) => one.file - other.file || (one.at ?? -1) - (other.at ?? -1))

export interface TypedScore {
  points?: number
  problem?: PointsProblem
}

/** The points of each criterion, or what is wrong with them. */
export const scoresIn = (
  typed: Answers,
  criteria: readonly ShownCriterion[],
  step: number,
): Record<string, TypedScore> =>
  Object.fromEntries(criteria.map(({ id, max }) => [id, readPoints(textIn(typed, scoreField(id)), { max, step })]))

/** What the server has of it after a save: everything but points that cannot be read. */
export const readableOf = (typed: Answers, criteria: readonly ShownCriterion[], step: number): Answers => {
  const scores = scoresIn(typed, criteria, step)
  const unreadable = new Set(
    criteria.flatMap(({ id }) => {
      const problem = scores[id]?.problem
      return problem === undefined || problem === 'empty' ? [] : [scoreField(id)]
    }),
  )
  return Object.fromEntries(Object.entries(typed).filter(([field]) => !unreadable.has(field)))
}

/** Whether a text is longer than the server takes. */
export const isTooLong = (typed: Answers): boolean =>
  textIn(typed, 'comment').length > maxCommentLength || textIn(typed, 'remark').length > maxRemarkLength

/** The sum of what is typed, and how many criteria still lack valid points. */
export const totalOf = (scores: Readonly<Record<string, TypedScore>>): { points: number; missing: number } => {
  const all = Object.values(scores)
  return {
    points: all.reduce((sum, { points = 0 }) => sum + points, 0),
    missing: all.filter(({ points }) => points === undefined).length,
  }
}

/** What is sent. Points that cannot be read are left out: they are shown at their field, and the sheet cannot be submitted. */
export const writtenSheet = (typed: Answers, criteria: readonly ShownCriterion[], step: number): WrittenSheet => {
  const scores = scoresIn(typed, criteria, step)
  return {
    scores: Object.fromEntries(
      Object.entries(scores).flatMap(([id, { points }]) => (points === undefined ? [] : [[id, points]])),
    ),
    // The field tells what is too long for the server; the rest is not lost meanwhile.
    comment: textIn(typed, 'comment').slice(0, maxCommentLength),
    remark: textIn(typed, 'remark').slice(0, maxRemarkLength),
    notes: notesIn(typed).slice(0, maxNotes),
    places: placesIn(typed),
    seconds: Math.min(maxSheetSeconds, Number(typed[secondsField] ?? 0)),
  }
}
