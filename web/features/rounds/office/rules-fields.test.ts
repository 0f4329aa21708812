import { newRoundRules } from '@lectern/contract/rounds/round-defaults.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { expect, test } from 'vitest'
import { aggregateAfter, contentOf, fieldsOf, pointsMissing, tiesAfter } from './rules-fields.ts'

const roundWith = (rules: Partial<RoundRules>) =>
  ({
    activities: [{ id: 'a' }],
    opensAt: '2031-05-20T00:00:00.000Z',
    closesAt: null,
    timeZone: 'Asia/Shanghai',
    source: { name: { 'zh-CN': '初评' }, previous: null, rules: { ...newRoundRules, ...rules }, allowsDownload: false },
  }) as unknown as Round

const criterion = {
  id: 'design',
  label: { 'zh-CN': '设计' },
  help: {},
  max: 2_750,
  levels: [{ label: { 'zh-CN': '优' }, from: 2_000, to: 2_750 }],
}

test('what was not touched is saved as it was', () => {
  const rules: Partial<RoundRules> = {
    criteria: [criterion],
    ties: [{ kind: 'criterion', id: 'design' }, { kind: 'median' }],
    goesOn: { kind: 'score', min: 6_050 },
    weight: 333,
    discrepancy: null,
  }
  const round = roundWith(rules)
  expect(fieldsOf(round).rules.criteria[0]!.max).toBe(27.5)
  expect(contentOf(fieldsOf(round), round)).toEqual({
    name: { 'zh-CN': '初评' },
    activities: ['a'],
    previous: null,
    opensAt: '2031-05-20T00:00:00.000Z',
    closesAt: null,
    allowsDownload: false,
    rules: { ...newRoundRules, ...rules },
  })
})

test('a criterion that is removed no longer decides ties, and advice has none', () => {
  const round = roundWith({ criteria: [criterion], ties: [{ kind: 'criterion', id: 'design' }, { kind: 'chair' }] })
  const fields = fieldsOf(round)
  const without = { ...fields, rules: { ...fields.rules, criteria: [] } }
  const advice = { ...fields, rules: { ...fields.rules, kind: 'advice' as const } }
  expect(contentOf(without, round).rules.ties).toEqual([{ kind: 'chair' }])
  expect(contentOf(advice, round).rules).toMatchObject({ criteria: [], ties: [{ kind: 'chair' }] })
})

test('the sum of points is exact', () => {
  expect(pointsMissing([{ max: 33.3 }, { max: 33.3 }, { max: 33.4 }])).toBe(0)
  expect(pointsMissing([{ max: 60 }, { max: null }])).toBe(4_000)
  expect(pointsMissing([{ max: 60.5 }, { max: 45 }])).toBe(-550)
})

test('a pool begins with calibration and a panel without, unless something else was chosen', () => {
  expect(newRoundRules.aggregate).toBe('trimmed')
  expect(aggregateAfter({ mode: 'panel', aggregate: 'trimmed' }, 'pool')).toBe('calibrated')
  expect(aggregateAfter({ mode: 'pool', aggregate: 'calibrated' }, 'panel')).toBe('trimmed')
  expect(aggregateAfter({ mode: 'panel', aggregate: 'mean' }, 'pool')).toBe('mean')
})

test('a chair decides ties of panels only, and what was chosen otherwise stays', () => {
  expect(tiesAfter({ mode: 'panel', ties: ['median', 'chair'] }, 'pool')).toEqual(['median'])
  expect(tiesAfter({ mode: 'pool', ties: ['median'] }, 'panel')).toEqual(['median', 'chair'])
  expect(tiesAfter({ mode: 'panel', ties: ['chair', 'criterion design'] }, 'pool')).toEqual(['criterion design'])
  expect(tiesAfter({ mode: 'pool', ties: ['criterion design'] }, 'panel')).toEqual(['criterion design'])
})
