import type { FileId } from '@lectern/contract/ids.ts'
import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNull, or, ne, sql } from '../../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { encodePicture, isFileFault } from '../../../platform/media/read-media.ts'
import { drawFirstPage } from '../../../platform/media/stills.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { openFile, putCover } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { certificate } from '../tables.ts'

/** Changed when pictures are made otherwise: all are made again. */
export const pictureRules = 'certificate 1'

/** Sharp on phones, and small enough to be sent by any messenger. */
const shape = { kind: 'cover', width: 1200, maxHeight: 1700, maxBytes: 200_000 } as const

const maxAtOnce = 50

/** Certificates without a picture, the oldest first. */
const withoutPicture = (db: Database, most: number) =>
  db
    .select({ id: file.id, number: certificate.number })
    .from(certificate)
    .innerJoin(file, eq(file.id, certificate.fileId))
    .where(and(eq(file.state, 'stored'), or(isNull(file.coverRules), ne(file.coverRules, pictureRules))))
    .orderBy(asc(file.id))
    .limit(most)

const makePicture = async (ctx: Ctx, id: FileId, path: string, signal: AbortSignal): Promise<Buffer | undefined> => {
  const pdf = await openFile(ctx, { purpose: 'certificate', id })
  if (!pdf) return undefined
  try {
    const page = await drawFirstPage(pdf, { path, width: shape.width, signal })
    return await encodePicture(sourceIn(page), shape, { signal, owner: 'certificates' })
  } catch (error) {
    if (isFileFault(error)) return undefined
    throw error
  }
}

/** The task `pictureCertificates`: makes all that are missing, however often it is begun. */
export const runPictures: TaskRunner = async (ctx, { signal, progress }) => {
  const { pdftoppm } = ctx.installation.programs
  if (!pdftoppm) throw new Error('pdftoppm is not installed in this process')
  let done = 0
  for (;;) {
    const rows = await withoutPicture(ctx.db, maxAtOnce)
    if (rows.length === 0) return
    for (const { id } of rows) {
      signal.throwIfAborted()
      const picture = await makePicture(ctx, id, pdftoppm, signal)
      await putCover(ctx, { purpose: 'certificate', id }, { picture, rules: pictureRules })
      done += 1
      await progress(done, done + rows.length - 1)
    }
  }
}

/** A job: has pictures made that are missing. A task that has failed or was cancelled is left to organisers. */
export const enqueuePictures = async (outer: Ctx): Promise<void> => {
  if (!outer.installation.programs.pdftoppm) return
  await inTransaction(outer, async (ctx) => {
    const { rows: locks } = await ctx.db.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('lectern certificate pictures', 0)) as "isFree"`,
    )
    if (!locks[0]!.isFree) return
    const unfinished = and(eq(task.kind, 'pictureCertificates'), ne(task.state, 'done'))
    if ((await ctx.db.$count(task, unfinished)) > 0) return
    const [first] = await withoutPicture(ctx.db, 1)
    if (first)
      await enqueueTask(ctx, {
        kind: 'pictureCertificates',
        input: {},
        subject: first.number,
        link: '/Admin/Certificate',
      })
  })
}
