import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { AppError } from '../../../platform/failure.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { sourceUnder } from '../../../platform/storage/stored-source.ts'
import { contentType, fittingName } from './content-kind.ts'
import { contentUnder, digestUnder, readHead } from './content.ts'
import { keyOf, variantKeyOf } from './keys.ts'
import { makeDrawing, makePicture } from './picture.ts'
import { claimWaiting, settle, type ClaimedFile } from '../queries.ts'
import type { file } from '../tables.ts'

interface InspectionDeps {
  db: Database
  clock: Clock
  storage: Storage
}

interface Inspection {
  /** Inspects every pending file; other processes take others meanwhile. */
  run(): Promise<void>
  /** The current file is the last. */
  stop(): void
}

type Findings = Partial<typeof file.$inferInsert>

/** A drawing, which only the program itself stores. */
export const drawingType = 'image/svg+xml'

/** A file that crashes the program this many times is given up. */
const maxAttempts = 3

const refused = (refusal: NonNullable<(typeof file.$inferInsert)['refusal']>): Findings => ({
  state: 'refused',
  refusal,
})

let last: Promise<unknown> = Promise.resolve()

/** One file at a time per process: each finishes sooner, and the newest does not wait behind several. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

export const createInspection = ({ db, clock, storage }: InspectionDeps): Inspection => {
  let stopped = false

  const inspectPicture = async (claimed: ClaimedFile, type: string): Promise<Findings> => {
    const key = keyOf(claimed)
    const { width, height, variants } = await (type === drawingType
      ? makeDrawing(await contentUnder(storage, key))
      : makePicture(sourceUnder(storage, key, claimed.size), claimed.id))
    // Stored before the first picture: if this is interrupted, the sweep finds what exists.
    if (!(await settle(db, claimed.id, { width, height }))) return {}
    for await (const variant of variants)
      await storage.put(variantKeyOf(claimed, variant.width, variant.format), variant.content)
    return { state: 'stored', type, sha256: await digestUnder(storage, key) }
  }

  const inspect = async (claimed: ClaimedFile): Promise<Findings> => {
    const { name, size } = claimed
    const purpose = claimed.purpose as FilePurpose
    const key = keyOf(claimed)
    const head = await readHead(storage, key, size)
    if (!head) return refused('file.refused')
    const isDrawing = claimed.type === drawingType
    const type = isDrawing ? drawingType : await contentType(purpose, head, name)
    if (!type) return refused(purpose === 'picture' ? 'file.noPicture' : 'file.wrongType')
    if (purpose === 'picture') return inspectPicture(claimed, type)
    return {
      state: 'stored',
      type,
      name: fittingName(purpose, type, name),
      sha256: claimed.sha256 ?? (await digestUnder(storage, key)),
    }
  }

  const judge = async (claimed: ClaimedFile): Promise<Findings> => {
    if (claimed.attempts > maxAttempts) return refused('file.refused')
    try {
      return await inspect(claimed)
    } catch (error) {
      if (error instanceof AppError && error.error === 'file.noPicture') return refused('file.noPicture')
      // Any other error, such as a full disk, says nothing about the file: it is retried without counting.
      await settle(db, claimed.id, { attempts: claimed.attempts - 1 })
      throw error
    }
  }

  /** False: none is pending. */
  const inspectNext = async (): Promise<boolean> => {
    const claimed = stopped ? undefined : await claimWaiting(db, clock.now())
    if (!claimed) return false
    const findings = await judge(claimed)
    await settle(db, claimed.id, { ...findings, dueAt: null })
    // The original of a picture may contain where it was taken; a refused file is of no use.
    if (claimed.purpose === 'picture' || findings.state === 'refused') await storage.remove(keyOf(claimed))
    return true
  }

  return {
    run: async () => {
      while (await inTurn(inspectNext));
    },
    stop: () => {
      stopped = true
    },
  }
}
