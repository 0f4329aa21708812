import type { Readable } from 'node:stream'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { dayIn } from '../../../platform/moments.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import type { RecommendationSheet } from './export-sheet.ts'
import { requireList, type ListKey } from './list-view.ts'

/** A list, or all entries of the institution, as a sheet. The audit entry is written before the first row is sent. */
export const exportRecommendations = async (
  outer: SignedIn,
  key: ListKey,
  { what, format }: QueryOf<typeof contract.exportRecommendations>,
  threads: SheetThreads,
): Promise<{ name: string; body: Readable }> => {
  const { rules, institution, list, activity } = await requireList(outer, key)
  await inTransaction(outer, (ctx) =>
    audit(ctx, 'recommendation.exported', {
      subject: { kind: 'recommendationRules', id: key.activity },
      after: { institution: key.institution, format },
    }),
  )
  const { locale, now } = outer
  const { timeZone } = activity.edition
  const input: RecommendationSheet = {
    found: { rules, institution, list },
    what,
    locale,
    timeZone,
  }
  const values = {
    institution: localize(institution.name, locale).text,
    activity: localize(activity.name, locale).text,
    date: dayIn(now, timeZone),
  }
  return {
    name: `${t(locale, 'sheet.recommendations.fileName', values)}.${format}`,
    body: await threads.write({ rowsFrom: new URL('./export-sheet.ts', import.meta.url).href, format, input }),
  }
}
