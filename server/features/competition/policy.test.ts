import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { describe, expect, test } from 'vitest'
import { objectionsTo, unused, type ActivityLimits, type ActivityUse } from './policy.ts'

const shared = { help: {}, required: true, personal: false }
const said = (text: string) => ({ 'en-US': text })
const optionsOf = (...ids: string[]) => ids.map((id) => ({ id, label: said(`Option ${id}`) }))

const title: FormField = { ...shared, id: 'title', type: 'text', label: said('Title') }
const level: FormField = { ...shared, id: 'level', type: 'choice', label: said('Level'), options: optionsOf('a', 'b') }

const terms = (changes: Partial<ActivityLimits> = {}): ActivityLimits => ({
  code: 'KC',
  teamMin: 1,
  teamMax: 5,
  advisorsMax: 2,
  capacity: 100,
  fields: [title, level],
  workRules: { parts: [] },
  ...changes,
})

const used: ActivityUse = {
  lastNumber: 7,
  taken: 40,
  hasTeams: true,
  wasPublished: true,
  largestTeam: 4,
  maxAdvisors: 1,
  smallestEnrolled: 2,
  answered: new Map([
    ['title', { count: 9, kinds: ['string'], chosen: [] }],
    ['level', { count: 3, kinds: ['string'], chosen: ['a'] }],
  ]),
  usedParts: [],
}

/** Where a change is refused, and why. */
const refusals = (after: ActivityLimits, use = used, before: ActivityLimits | undefined = terms()) =>
  objectionsTo(before, after, use, 'en-US').map(({ path, verdict }) => [
    path,
    !verdict.permitted && verdict.why.error,
    ...(verdict.permitted ? [] : Object.values(verdict.why.params)),
  ])

describe('limits of an activity', () => {
  test('go no further than what teams have done', () => {
    expect(refusals(terms({ code: 'XX', teamMin: 3, teamMax: 3, advisorsMax: 0, capacity: 39 }))).toEqual([
      ['code', 'activity.codeFixed'],
      ['teamMin', 'activity.teamSmaller', 2],
      ['teamMax', 'activity.teamLarger', 4],
      ['advisorsMax', 'activity.advisorsMore', 1],
      ['capacity', 'activity.placesTaken', 40],
    ])
  })

  test('may be exactly what teams have done, or none at all', () => {
    expect(refusals(terms({ teamMin: 2, teamMax: 4, advisorsMax: 1, capacity: 40 }))).toEqual([])
    expect(refusals(terms({ capacity: null }))).toEqual([])
  })

  test('are not asked about by who changes something else', () => {
    const narrow = terms({ teamMax: 2, capacity: 10 })
    expect(refusals(narrow, used, narrow)).toEqual([])
  })

  test('are free while nobody has come', () => {
    expect(refusals(terms({ code: 'XX', teamMin: 5, advisorsMax: 0, capacity: 1 }), unused)).toEqual([])
    expect(refusals(terms({ teamMin: 6 }), unused)).toEqual([['teamMax', 'activity.sizesReversed']])
  })
})

describe('a question that has answers', () => {
  test('keeps its type', () => {
    const fields = [{ ...title, type: 'longText' as const }, level]
    expect(refusals(terms({ fields }))).toEqual([['fields.0.type', 'activity.fieldAnswered', 'Title', 9]])
    expect(refusals(terms({ fields }), unused)).toEqual([])
  })

  test('keeps the options that were chosen; others may go, and new ones come', () => {
    const withOptions = (...ids: string[]) => terms({ fields: [title, { ...level, options: optionsOf(...ids) }] })
    expect(refusals(withOptions('b'))).toEqual([['fields.1.options', 'activity.optionChosen', 'Option a']])
    expect(refusals(withOptions('c', 'a'))).toEqual([])
  })

  test('may be removed; what comes back under its name must fit the answers', () => {
    const without = terms({ fields: [title] })
    expect(refusals(without)).toEqual([])
    expect(refusals(terms(), used, without)).toEqual([])
    const number: FormField = { ...shared, id: 'level', type: 'number', label: said('Level') }
    expect(refusals(terms({ fields: [title, number] }), used, without)).toEqual([
      ['fields.1.type', 'activity.fieldAnswered', 'Level', 3],
    ])
    const others = { ...level, options: optionsOf('b') }
    expect(refusals(terms({ fields: [title, others] }), used, without)).toEqual([
      ['fields.1.options', 'activity.optionChosen', 'a'],
    ])
  })

  test('may have another label, limit, place or help', () => {
    const fields: FormField[] = [
      level,
      { ...title, label: said('Name'), help: said('Short'), maxLength: 1, required: false },
    ]
    expect(refusals(terms({ fields }))).toEqual([])
  })
})

test('a form makes sense in itself', () => {
  const fields: FormField[] = [
    title,
    title,
    { ...shared, id: 'count', type: 'number', label: said('Count'), min: 3, max: 2 },
    { ...shared, id: 'day', type: 'date', label: said('Day'), from: '2026-02-01', until: '2026-01-31' },
    { ...shared, id: 'many', type: 'choices', label: said('Many'), options: optionsOf('a', 'a'), min: 3 },
  ]
  expect(refusals(terms({ fields }), unused)).toEqual([
    ['fields.1.id', 'activity.idTwice'],
    ['fields.2.max', 'activity.limitsReversed'],
    ['fields.3.until', 'activity.limitsReversed'],
    ['fields.4.max', 'activity.optionsTooFew', 3],
    ['fields.4.options.1.id', 'activity.idTwice'],
  ])
})
