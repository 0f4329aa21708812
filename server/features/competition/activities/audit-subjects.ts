import { sql } from '../../../platform/database/drizzle.ts'
import type { AuditSubject } from '../../../platform/feature.ts'
import { activity, edition, phase } from '../tables.ts'

export const competitionSubjects: Record<string, AuditSubject> = {
  activity: {
    id: sql`${activity.id}`,
    from: sql`${activity} join ${edition} on ${edition.id} = ${activity.editionId}`,
    name: sql`${activity.name}`,
    detail: sql`${activity.code}`,
    timeZone: sql`${edition.timeZone}`,
    fields: sql`${activity.fields}`,
    whereAbout: (activities) => sql`${activity.id} = any (${activities})`,
    isMentioned: true,
  },
  edition: {
    id: sql`${edition.id}`,
    from: sql`${edition}`,
    name: sql`${edition.name}`,
    detail: sql`${edition.year}::text`,
    timeZone: sql`${edition.timeZone}`,
    isMentioned: true,
  },
  /** Named after its edition or activity; its kind is shown in words. */
  phase: {
    id: sql`${phase.id}`,
    from: sql`${phase} join ${edition} on ${edition.id} = ${phase.editionId} left join ${activity} on ${activity.id} = ${phase.activityId}`,
    name: sql`coalesce(${activity.name}, ${edition.name})`,
    detail: sql`${phase.kind}`,
    variant: sql`${edition.id}::text`,
    timeZone: sql`${edition.timeZone}`,
  },
}
