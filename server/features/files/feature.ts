import { privatePurposes } from '@lectern/contract/files/file-values.ts'
import { and, eq, inArray, not, or, sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { sample } from '../../platform/metrics/metrics.ts'
import { createInspection } from './content/inspection.ts'
import { filesData } from './personal-data.ts'
import { readersOf } from './content/read-file.ts'
import { createReceivers } from './uploads/running-uploads.ts'
import { fileRoutes } from './routes.ts'
import { sweepFiles } from './service.ts'
import { file } from './tables.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { finishArrived, sweepUploads } from './uploads/uploads.ts'

export const filesFeature: Feature = {
  name: 'files',
  start: ({ db, clock, installation: { storage }, features, metrics, asProgram }) => {
    const inspection = createInspection({ db, clock, storage })
    const countBytes = (bytes: number): void => metrics.count('lectern_uploads_bytes_total', {}, bytes)
    // The series begins with 0, so that the first upload is seen.
    countBytes(0)
    const receivers = createReceivers(countBytes)
    const readers = readersOf(features)
    return {
      routes: (http) => {
        fileRoutes(http, readers)
        uploadRoutes(http, receivers, readers)
      },
      jobs: [
        {
          name: 'files',
          everyMilliseconds: 60_000,
          wokenBy: ['file'],
          run: async () => {
            await finishArrived(asProgram(), readers)
            await inspection.run()
          },
        },
      ],
      samples: () => [sample('lectern_uploads_running', {}, receivers.size)],
      listens: { upload: (id) => receivers.release(id) },
      onDrain: () => receivers.releaseAll(),
      stop: () => inspection.stop(),
    }
  },
  sweep: {
    run: async ({ db, storage, now, features }) => {
      await sweepFiles(db, storage, now, readersOf(features))
      await sweepUploads(db, storage, now)
    },
  },
  auditSubjects: {
    // Files that users upload for themselves have no reliable name.
    file: {
      id: sql`${file.id}`,
      from: sql`${file}`,
      name: sql`to_jsonb(${file.name}::text)`,
      where: not(inArray(file.purpose, ['avatar', ...privatePurposes])),
      isMentioned: true,
    },
  },
  demo: {
    clear: async ({ db }, people) => {
      const isTheirPicture = and(eq(file.purpose, 'avatar'), inArray(file.ownerId, [...people]))
      await db
        .update(file)
        .set({ state: 'removed' })
        .where(or(inArray(file.purpose, [...privatePurposes]), isTheirPicture))
    },
  },
  personalData: filesData,
}
