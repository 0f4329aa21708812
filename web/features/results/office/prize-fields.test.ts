import type { RoundId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ActivityResults } from '@lectern/contract/results/results.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { expect, test } from 'vitest'
import { fieldsOf, percentMissing, rulesOf } from './prize-fields.ts'

const [first, final] = ['01' as RoundId, '02' as RoundId]
const rounds = [{ id: first }, { id: final }] as unknown as ActivityResults['rounds']
const rules: PrizeRules = {
  ...usualPrizes,
  rounds: [
    { round: first, perMille: 333 },
    { round: final, perMille: 667 },
  ],
  tiers: [
    { ...usualPrizes.tiers[0]!, quota: { kind: 'count', count: 3 }, minScore: 8_550, maxPerInstitution: 1 },
    { ...usualPrizes.tiers[1]!, quota: { kind: 'percent', perMille: 125 } },
  ],
}

test('rules pass through the form unchanged', () => {
  const form = fieldsOf({ rules, rounds })
  expect(form.rules.rounds).toEqual({ [first]: 33.3, [final]: 66.7 })
  expect(form.rules.tiers.map(({ count, percent, minScore }) => [count, percent, minScore])).toEqual([
    [3, null, 85.5],
    [null, 12.5, null],
  ])
  expect(rulesOf(form, { rounds })).toEqual(rules)
})

test('a round without a weight does not count, and empty languages are left out', () => {
  const form = fieldsOf({ rules, rounds })
  form.rules.rounds = { [first]: null, [final]: 100 }
  form.rules.tiers[0]!.label = { 'zh-CN': '特等奖', 'en-US': '' }
  const sent = rulesOf(form, { rounds })
  expect([sent.rounds, sent.tiers[0]!.label]).toEqual([[{ round: final, perMille: 1_000 }], { 'zh-CN': '特等奖' }])
})

test('without rules the form begins with the usual prizes by the last round', () => {
  const form = fieldsOf({ rules: null, rounds })
  expect(rulesOf(form, { rounds })).toEqual({ ...usualPrizes, rounds: [{ round: final, perMille: 1_000 }] })
})

test('weights of rounds must come to 100 percent', () => {
  expect([
    percentMissing({ a: 33.3, b: 66.7 }),
    percentMissing({ a: 40, b: null }),
    percentMissing({ a: 70.5, b: 40 }),
  ]).toEqual([0, 60, -10.5])
})
