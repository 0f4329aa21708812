import { describe, expect, test } from 'vitest'
import { catalogue } from './errors.ts'
import { showTypes } from './show-types.ts'

const entries = Object.entries(catalogue)

describe('the catalogue of errors', () => {
  test('gives each error a unique number', () => {
    const codes = entries.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('gives each an HTTP error status, except for a visitor who is not signed in', () => {
    const successes = entries.filter(([, { status }]) => status < 400 || status > 599).map(([name]) => name)
    expect(successes).toEqual(['session.none'])
  })

  test('has the two small numbers that existing clients know, and no other', () => {
    expect([catalogue['session.required'].code, catalogue['session.none'].code]).toEqual([401, 4002])
    const small = entries.filter(([, { code }]) => code < 10_000).map(([name]) => name)
    expect(small).toEqual(['session.required', 'session.none'])
  })

  test('has an existing showType for each', () => {
    const known: number[] = Object.values(showTypes)
    expect(entries.filter(([, { showType }]) => !known.includes(showType))).toEqual([])
  })
})
