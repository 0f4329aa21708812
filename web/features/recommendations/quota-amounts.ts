import { maxQuota } from '@lectern/contract/recommendations/recommendation-values.ts'

/** What the ledger gets: the difference for each institution whose number was changed; NaN for what is no number of places. */
export const changedQuotas = <Row extends { id: string; quota: number }>(
  institutions: readonly Row[],
  values: Readonly<Record<string, string>>,
): { id: string; amount: number }[] =>
  institutions.flatMap(({ id, quota }) => {
    const text = (values[id] ?? '').normalize('NFKC').trim()
    const next = /^\d{1,4}$/.test(text) && Number(text) <= maxQuota ? Number(text) : Number.NaN
    return next === quota ? [] : [{ id, amount: next - quota }]
  })
