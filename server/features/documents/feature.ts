import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { documentsData } from './personal-data.ts'
import { documentRoutes } from './routes.ts'
import { document } from './tables.ts'

export const documentsFeature: Feature = {
  name: 'documents',
  start: () => ({ routes: documentRoutes }),
  auditSubjects: {
    document: {
      id: sql`${document.id}`,
      from: sql`${document}`,
      name: sql`${document.title}`,
      detail: sql`${document.version}::text`,
    },
  },
  personalData: documentsData,
}
