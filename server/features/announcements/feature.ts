import { inArray, sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { daysBefore } from '../../platform/moments.ts'
import { lettersKeptDays } from '../outbox/service.ts'
import { whereToTeamsOf } from './affected-activities.ts'
import { deliverAnnouncements } from './delivery.ts'
import { announcementRoutes } from './routes.ts'
import { eraseRecipient, keepLetterCounts } from './service.ts'
import { announcement } from './tables.ts'

export const announcementsFeature: Feature = {
  name: 'announcements',
  start: ({ asProgram }) => ({
    routes: announcementRoutes,
    jobs: [
      {
        name: 'announcements',
        everyMilliseconds: 30_000,
        wokenBy: ['announcement'],
        run: () => deliverAnnouncements(asProgram()),
      },
    ],
  }),
  sweep: {
    // A day before the outbox deletes the letters that are counted.
    run: ({ db, now }) => keepLetterCounts({ db }, daysBefore(now, lettersKeptDays - 1)),
  },
  auditSubjects: {
    announcement: {
      id: sql`${announcement.id}`,
      from: sql`${announcement}`,
      name: sql`${announcement.title}`,
      whereAbout: whereToTeamsOf,
    },
  },
  demo: {
    clear: async ({ db }, people) => {
      // Drafts of organisers stay. The draft of the demo has no audit entry until somebody changes it.
      await db.execute(sql`
        delete from announcement
        where state <> 'draft'
          or not exists (select from audit where subject_kind = 'announcement' and subject_id = announcement.id::text)
      `)
      const isTheirs = inArray(announcement.createdBy, [...people])
      await db.update(announcement).set({ createdBy: null }).where(isTheirs)
    },
  },
  personalData: { erase: (ctx, { id }) => eraseRecipient(ctx, id) },
}
