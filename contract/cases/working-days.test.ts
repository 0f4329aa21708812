import { describe, expect, test } from 'vitest'
import { afterWorkingDays } from './working-days.ts'

const shanghai = { timeZone: 'Asia/Shanghai', holidays: [] }
const end = (from: string, days: number, calendar: Parameters<typeof afterWorkingDays>[2] = shanghai): string =>
  afterWorkingDays(new Date(from), days, calendar).toISOString()

describe('a deadline in working days', () => {
  test('is the end of the last day in the zone of the contest', () => {
    // Monday morning in Shanghai; the third working day is Thursday.
    expect(end('2026-11-16T02:00:00Z', 3)).toBe('2026-11-19T16:00:00.000Z')
  })

  test('counts from the day in that zone, not in UTC', () => {
    // Late on Monday in UTC is Tuesday in Shanghai.
    expect(end('2026-11-16T17:00:00Z', 1)).toBe('2026-11-18T16:00:00.000Z')
  })

  test('skips Saturdays and Sundays', () => {
    expect(end('2026-11-20T02:00:00Z', 1)).toBe('2026-11-23T16:00:00.000Z')
    expect(end('2026-11-21T02:00:00Z', 1)).toBe('2026-11-23T16:00:00.000Z')
    expect(end('2026-11-16T02:00:00Z', 15)).toBe('2026-12-07T16:00:00.000Z')
  })

  test('skips holidays; a holiday on a weekend changes nothing', () => {
    const holidays = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-05', '2026-10-06', '2026-10-07']
    expect(end('2026-09-30T02:00:00Z', 1, { ...shanghai, holidays })).toBe('2026-10-08T16:00:00.000Z')
  })

  test('ends at midnight where clocks change', () => {
    const calendar = { timeZone: 'America/New_York', holidays: [] }
    expect(end('2026-10-30T15:00:00Z', 1, calendar)).toBe('2026-11-03T05:00:00.000Z')
    expect(end('2026-03-06T15:00:00Z', 1, calendar)).toBe('2026-03-10T04:00:00.000Z')
  })

  test('without days is the end of the day itself', () => {
    expect(end('2026-11-16T02:00:00Z', 0)).toBe('2026-11-16T16:00:00.000Z')
  })
})
