import type { QuotaRounding } from '@lectern/contract/results/result-values.ts'
import { halfUp } from '../../../platform/scores/integers.ts'
import type { TierQuota } from './list-input.ts'

const rounded: Record<QuotaRounding, (thousandths: number) => number> = {
  up: (thousandths) => Math.ceil(thousandths / 1000),
  down: (thousandths) => Math.floor(thousandths / 1000),
  nearest: (thousandths) => halfUp(thousandths, 1000),
}

/** The places of a prize in a group of so many works, rounded once: 10 % of 27 are 3, 3 or 2. */
export const placesOf = (quota: TierQuota, works: number, rounding: QuotaRounding): number =>
  quota.kind === 'count' ? quota.count : rounded[rounding](works * quota.perMille)
