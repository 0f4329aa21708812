import type { MaterialId } from '@lectern/contract/ids.ts'
import { BatchedCounter } from '../../platform/batched-counter.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { materialEditingRoutes } from './editor-routes.ts'
import { addDownloads, emptyMaterialPages, nextMaterialDue } from './queries.ts'
import { materialRoutes } from './routes.ts'
import { material } from './tables.ts'

export const materialsFeature: Feature = {
  name: 'materials',
  start: ({ db, report }) => {
    const downloads = new BatchedCounter<MaterialId>(
      (counts) => addDownloads(db, counts),
      report('downloads cannot be written; they are kept until they can'),
    )
    return {
      routes: (http) => {
        materialRoutes(http, downloads)
        materialEditingRoutes(http)
      },
      close: () => downloads.close(),
    }
  },
  nextChange: nextMaterialDue,
  emptyPages: emptyMaterialPages,
  auditSubjects: {
    material: { id: sql`${material.id}`, from: sql`${material}`, name: sql`${material.title}` },
  },
}
