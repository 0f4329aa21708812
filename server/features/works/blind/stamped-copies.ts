import type { Ctx } from '../../../platform/context.ts'
import { stampDocument } from '../../../platform/media/read-media.ts'
import { sourceFrom } from '../../files/service.ts'
import { openBlindCopy, type BlindFile } from './blind-copies.ts'

/** It is held in memory while it is sent. */
const maxBytes = 100_000_000

interface Stamping {
  /** What is written onto every page. */
  stamp: string
  signal: AbortSignal
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: the other processes that read files are for files that teams hand in. */
const inTurn = <Result>(make: () => Promise<Result>): Promise<Result> => {
  const turn = last.then(make)
  last = turn.catch(() => undefined)
  return turn
}

/**
 * A document or picture of a work as experts get it, with a text on every page. Undefined: no such copy can be made. Fails
 * if there is no copy that names nobody, like opening it does.
 */
export const stampBlindCopy = async (
  ctx: Ctx,
  file: BlindFile,
  { stamp, signal }: Stamping,
): Promise<Buffer | undefined> => {
  const { type, ...content } = await openBlindCopy(ctx, file)
  if (content.size > maxBytes) return undefined
  // Never shared with other tasks, which forbid some formats in their process.
  const options = { signal, owner: `stamp ${file.workId}` }
  return inTurn(async () => {
    const copy = await stampDocument(sourceFrom(content), { type, stamp }, options)
    return copy && Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength)
  })
}
