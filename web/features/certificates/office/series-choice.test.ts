import type { CertificateSeries } from '@lectern/contract/certificate-office.ts'
import type { CertificateSeriesId } from '@lectern/contract/ids.ts'
import { expect, test } from 'vitest'
import { suggestSeries } from './series-choice.ts'

const series = (id: string, code: string, year = 2026): CertificateSeries => ({
  id: id as CertificateSeriesId,
  prefix: 'LT',
  year,
  code,
  nextNumber: '',
  issued: 0,
})
const activities = [
  { code: 'KC', year: 2026 },
  { code: 'WK', year: 2026 },
]

test('an issue continues the numbers of its activity, not the newest of another one or of last year', () => {
  const all = [series('other', 'WK'), series('own', 'KC'), series('last year', 'KC', 2025)]
  expect(suggestSeries(all, activities, activities[0])).toEqual({ series: 'own' })
  expect(suggestSeries(all.slice(2), activities, activities[0])).toEqual({ series: 'new', prefix: 'LT', code: 'KC' })
})

test('an issue about no activity continues numbers that belong to none', () => {
  expect(suggestSeries([series('kc', 'KC'), series('experts', 'EXP')], activities, undefined)).toEqual({
    series: 'experts',
  })
  expect(suggestSeries([series('kc', 'KC')], activities, undefined)).toEqual({ series: 'new', prefix: 'LT' })
})

test('a code that no number can contain is not suggested', () => {
  expect(suggestSeries([], [], { code: 'TEACHING', year: 2026 })).toEqual({ series: 'new' })
})
