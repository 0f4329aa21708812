import { Readable } from 'node:stream'
import type { ResultListId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { zoneTime } from '../../../platform/moments.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import type { SheetFormat } from '../../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import type { ResultSheet } from './export-sheet.ts'
import { listText } from '../lists/fingerprint.ts'
import { settledRounds } from '../lists/input-queries.ts'
import { rowsOfText } from '../public/public-queries.ts'
import { requirePublicList } from '../public/public-results.ts'
import { requireList } from '../steps.ts'

const rowsFrom = new URL('./export-sheet.ts', import.meta.url).href

interface Exported {
  name: string
  body: Readable
}

/** A list with everything that decides about it: a spreadsheet recomputes scores and prizes from it. */
export const exportList = async (
  outer: Ctx,
  id: ResultListId,
  format: SheetFormat,
  threads: SheetThreads,
): Promise<Exported> => {
  const { rules, fields, timeZone, number, activityName } = await requireList(outer, id)
  const ids = rules.rounds.map(({ round }) => round)
  const rounds = await settledRounds(outer.db, ids)
  await inTransaction(outer, (ctx) =>
    audit(ctx, 'list.exported', { subject: { kind: 'resultList', id }, after: { format } }),
  )
  const { locale } = outer
  const values = {
    activity: localize(activityName, locale).text,
    version: number,
    date: zoneTime(outer.now, timeZone).slice(0, 10),
  }
  const names = ids.map((round) => rounds.find((one) => one.id === round)?.name ?? {})
  const input: ResultSheet = { id, rules, fields, rounds: names, locale }
  return {
    name: `${t(locale, 'sheet.results.fileName', values)}.${format}`,
    body: await threads.write({ rowsFrom, format, input }),
  }
}

/** An announced list as visitors see it. */
export const exportPublicResult = async (ctx: Ctx, id: ResultListId, threads: SheetThreads): Promise<Exported> => {
  const { rules, fields, timeZone, publicVersion, activityName, announcedAt } = await requirePublicList(
    ctx,
    id,
    'results',
  )
  const { locale } = ctx
  const values = {
    activity: localize(activityName, locale).text,
    version: publicVersion!,
    date: zoneTime(announcedAt!, timeZone).slice(0, 10),
  }
  const input: ResultSheet = { id, rules, fields, rounds: [], locale, columns: rules.publicColumns }
  return {
    name: `${t(locale, 'sheet.results.fileName', values)}.csv`,
    body: await threads.write({ rowsFrom, format: 'csv', input }),
  }
}

/** The text that the fingerprint of a list is made of. Lists of older versions have none. */
export const exportListText = async (ctx: Ctx, id: ResultListId): Promise<Exported> => {
  const { header, rules } = await requirePublicList(ctx, id, 'publicity')
  if (header === null) throw fail('result.notFound')
  const text = listText(header, await rowsOfText(ctx.db, id), rules)
  // The name that the recipes on the page use.
  return { name: 'list.txt', body: Readable.from([text]) }
}
