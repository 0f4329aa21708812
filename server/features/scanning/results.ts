import type { ScanResult } from '../../adapters/scanner/scanner.ts'
import type { Ctx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { notifyOfInfection } from './notices.ts'
import { infectedFiles } from './ports.ts'
import { lockScan, storeScan, type ScannedFile } from './queries.ts'

const noteInfection = async (ctx: Ctx, file: ScannedFile, signature: string): Promise<void> => {
  await audit(ctx, 'file.infected', {
    subject: { kind: 'file', id: file.id },
    after: { purpose: file.purpose, signature },
  })
  for (const owner of ctx.installation.ports.all(infectedFiles)) if (await owner.found(ctx, file, signature)) return
  await notifyOfInfection(ctx, file, signature)
}

const noteClearance = async (ctx: Ctx, file: ScannedFile): Promise<void> => {
  await audit(ctx, 'file.cleared', { subject: { kind: 'file', id: file.id }, after: { purpose: file.purpose } })
  for (const owner of ctx.installation.ports.all(infectedFiles)) await owner.cleared(ctx, file)
}

/** Stores what the scanner has said about a file. Only a scan that finds nothing clears an infected one. */
export const storeResult = (outer: Ctx, file: ScannedFile, result: ScanResult, engine: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockScan(ctx.db, file.id)
    // Removed meanwhile.
    if (!row) return
    const wasInfected = row.outcome === 'infected'
    const isRead = result.outcome === 'clean' || result.outcome === 'infected'
    const outcome = wasInfected && !isRead ? {} : { outcome: result.outcome }
    await storeScan(ctx.db, file.id, {
      ...outcome,
      ...(isRead && { signature: result.outcome === 'infected' ? result.signature : null }),
      ...(isRead && { scannedAt: ctx.now, engine }),
      attempts: 0,
      dueAt: null,
    })
    if (result.outcome === 'infected' && !wasInfected) await noteInfection(ctx, file, result.signature)
    if (result.outcome === 'clean' && wasInfected) await noteClearance(ctx, file)
  })
