import type { Ctx } from '../../platform/context.ts'
import { definePort } from '../../platform/ports.ts'
import type { ScannedFile } from './queries.ts'

/** What a file belongs to in which malware was found. Both run in the transaction that stores what the scanner has said. */
export const infectedFiles = definePort<{
  /** Notes it and notifies everybody concerned; false: the file belongs to nothing here. */
  found: (ctx: Ctx, file: ScannedFile, signature: string) => Promise<boolean>
  /** A later scan, with newer signatures, finds nothing. */
  cleared: (ctx: Ctx, file: ScannedFile) => Promise<void>
}>('the owners of infected files')
