import type { FileId } from '@lectern/contract/ids.ts'
import { ScannerAway, type Scanner, type ScanResult } from '../../adapters/scanner/scanner.ts'
import type { Ctx } from '../../platform/context.ts'
import type { TaskRunner } from '../../platform/feature.ts'
import { readWhole } from '../files/service.ts'
import { claimDue, countDue, findScanned, markUnreachable, storeScan, type ScannedFile } from './queries.ts'
import { storeResult } from './results.ts'
import { isUnpackedWholly } from './unpacked-sizes.ts'

/** Of one task: another one follows. */
const maxFiles = 500
/** Of files that are shown as not scanned as soon as the scanner does not answer; the others still wait. */
const maxMarked = 10_000
/** After so many attempts at one file it is the file, not the scanner. */
const maxAttempts = 5
const minuteMilliseconds = 60_000

const later = ({ now }: Ctx, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** As many bytes as the row says: nobody has scanned what the storage has lost. */
const whole = async function* (content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let count = 0
  for await (const piece of content) {
    count += piece.length
    yield piece
  }
  if (count !== size) throw new Error(`${count} bytes are stored of a file of ${size}`)
}

const scanContent = async (ctx: Ctx, scanner: Scanner, file: ScannedFile, signal: AbortSignal): Promise<ScanResult> => {
  // The scanner would say of a larger one that it is clean.
  if (file.size > scanner.maxBytes && file.width === null) return { outcome: 'tooLarge' }
  const stored = await readWhole(ctx, file)
  if (!stored) return { outcome: 'unreadable' }
  const { source, content } = stored
  try {
    if (source.size > scanner.maxBytes) return { outcome: 'tooLarge' }
    const result = await scanner.scan(whole(content, source.size), signal)
    const isRead = result.outcome !== 'clean' || (await isUnpackedWholly(source, scanner.maxBytes))
    return isRead ? result : { outcome: 'unreadable' }
  } finally {
    content.destroy()
  }
}

const isAnswering = (scanner: Scanner): Promise<boolean> =>
  scanner.version().then(
    () => true,
    () => false,
  )

interface Claimed {
  id: FileId
  attempts: number
}

/** Scans one file. Fails only if nothing can be scanned now; the file is then due again. */
const scanFile = async (
  ctx: Ctx,
  { id, attempts }: Claimed,
  { scanner, engine, signal }: { scanner: Scanner; engine: string; signal: AbortSignal },
): Promise<void> => {
  const file = await findScanned(ctx.db, id)
  if (!file) return storeScan(ctx.db, id, { dueAt: null })
  try {
    await storeResult(ctx, file, await scanContent(ctx, scanner, file, signal), engine)
  } catch (error) {
    const isFaultOfFile = error instanceof ScannerAway && !signal.aborted && (await isAnswering(scanner))
    if (!isFaultOfFile) {
      await storeScan(ctx.db, id, { dueAt: ctx.now, attempts: attempts - 1 })
      throw error
    }
    if (attempts >= maxAttempts) await storeResult(ctx, file, { outcome: 'unreadable' }, engine)
    else await storeScan(ctx.db, id, { dueAt: later(ctx, minuteMilliseconds * 2 ** attempts) })
  }
}

/** The task `scan`: scans what is due, the newest first. It may be repeated, and go on elsewhere. */
export const runScans: TaskRunner = async (ctx, { signal, progress }) => {
  const { scanner } = ctx.installation
  // Switched off since.
  if (!scanner) return
  try {
    const engine = await scanner.version()
    const total = Math.min(maxFiles, await countDue(ctx.db, ctx.now))
    for (let done = 0; done < maxFiles; done += 1) {
      signal.throwIfAborted()
      const claimed = await claimDue(ctx.db, ctx.now)
      if (!claimed) return
      await scanFile(ctx, claimed, { scanner, engine, signal })
      await progress(done + 1, Math.max(total, done + 1))
    }
  } catch (error) {
    if (error instanceof ScannerAway && !signal.aborted) await markUnreachable(ctx.db, ctx.now, maxMarked)
    throw error
  }
}
