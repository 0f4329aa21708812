import { endpoint } from '@lectern/contract/endpoint.ts'
import { z } from 'zod'
import { file } from '../features/files/tables.ts'
import { runConfirmation } from '../features/works/checks/confirmation.ts'
import type { TaskRun } from '../platform/feature.ts'
import { and, eq, isNull } from '../platform/database/drizzle.ts'
import type { Http } from '../platform/http/serve.ts'
import { everyone } from '../platform/policy.ts'

const confirmations = endpoint({
  method: 'POST',
  path: '/api/journeys/confirmations',
  summary: 'Reads the files that browsers have sent to the bucket, on a site that runs no tasks',
  answer: z.object({ files: z.int() }),
})

/** A shortcut for a site with a bucket. */
export const bucketShortcuts = ({ serve }: Http): void =>
  serve(confirmations, { policy: everyone }, async ({ ctx }) => {
    const rows = await ctx.db
      .select({ id: file.id })
      .from(file)
      .where(and(eq(file.isConfirmed, false), isNull(file.actualSha256)))
    for (const { id } of rows) {
      const run = { input: { file: id }, signal: AbortSignal.any([]), progress: async () => undefined }
      await runConfirmation(ctx, run as unknown as TaskRun)
    }
    return { files: rows.length }
  })
