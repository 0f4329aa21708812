import type { CertificateSeries } from '@lectern/contract/certificates/certificate-office.ts'
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

const day = '2026-11-17'

test('an issue continues the numbers of its activity, not the newest of another one or of last year', () => {
  const all = [series('other', 'WK'), series('own', 'KC'), series('last year', 'KC', 2025)]
  expect(suggestSeries(all, activities, activities[0], day)).toEqual({ series: 'own' })
  expect(suggestSeries(all.slice(2), activities, activities[0], day)).toEqual({
    series: 'new',
    prefix: 'LT',
    code: 'KC',
  })
})

test('an issue about no activity continues numbers of this year that belong to none', () => {
  const former = series('former', 'EXP', 2025)
  expect(suggestSeries([former], activities, undefined, day)).toEqual({ series: 'new', prefix: 'LT' })
  expect(suggestSeries([series('kc', 'KC'), series('experts', 'EXP')], activities, undefined, day)).toEqual({
    series: 'experts',
  })
  expect(suggestSeries([series('kc', 'KC')], activities, undefined, day)).toEqual({ series: 'new', prefix: 'LT' })
})

test('a code that no number can contain is not suggested', () => {
  expect(suggestSeries([], [], { code: 'TEACHING', year: 2026 }, day)).toEqual({ series: 'new' })
})
