import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { contactMessagesData } from './personal-data.ts'
import { contactMessageRoutes } from './routes.ts'
import { message } from './tables.ts'

export const contactMessagesFeature: Feature = {
  name: 'contact-messages',
  start: () => ({ routes: contactMessageRoutes }),
  auditSubjects: {
    message: { id: sql`${message.id}`, from: sql`${message}`, name: sql`to_jsonb(${message.reference}::text)` },
  },
  menuCounts: {
    messages: { duty: 'people', select: () => sql`select 1 from ${message} where ${message.state} = 'new'` },
  },
  demo: { tables: ['message'] },
  personalData: contactMessagesData,
}
