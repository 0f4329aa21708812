import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { countScans, makeAllDue } from './queries.ts'

export { infectedFiles } from './ports.ts'
export { countScans } from './queries.ts'

/** Whether files are scanned, and what is known of them. */
export const readScanState = async ({ db, installation: { scanner } }: Ctx) => {
  const [counts, engine] = await Promise.all([countScans(db), scanner?.version().catch(() => null)])
  return { isOn: scanner !== undefined, engine: engine ?? null, maxBytes: scanner?.maxBytes ?? null, counts }
}

/** Has all files scanned again that a scanner reads. What was found before stays in force until then. */
export const scanAllAgain = (outer: Ctx): Promise<number> =>
  inTransaction(outer, async (ctx) => {
    if (!ctx.installation.scanner) throw fail('scanner.none')
    const count = await makeAllDue(ctx.db, ctx.now)
    await audit(ctx, 'settings.filesScannedAgain', { subject: { kind: 'settings', id: 'scanning' }, after: { count } })
    return count
  })
