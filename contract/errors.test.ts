import { describe, expect, test } from 'vitest'
import { catalogue, showTypes } from './errors.ts'

const entries = Object.entries(catalogue)

describe('the catalogue of errors', () => {
  test('gives each error a number of its own', () => {
    const codes = entries.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('gives each an HTTP status of a failure, but for the visitor who is simply nobody', () => {
    const successes = entries.filter(([, { status }]) => status < 400 || status > 599).map(([name]) => name)
    expect(successes).toEqual(['session.none'])
  })

  test('keeps the two numbers that browsers already understand, and no other as small', () => {
    expect([catalogue['session.required'].code, catalogue['session.none'].code]).toEqual([401, 4002])
    const small = entries.filter(([, { code }]) => code < 10_000).map(([name]) => name)
    expect(small).toEqual(['session.required', 'session.none'])
  })

  test('presents each in a way that exists', () => {
    const known: number[] = Object.values(showTypes)
    expect(entries.filter(([, { showType }]) => !known.includes(showType))).toEqual([])
  })
})
