import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { provide } from '../../platform/ports.ts'
import { activity, edition } from '../competition/tables.ts'
import { participation } from '../steps/service.ts'
import { providedMergedTeams, providedTeamsByInstitution } from './institutions/institution-teams.ts'
import { teamInvariants } from './invariants.ts'
import { providedParticipation } from './participation.ts'
import { teamsData } from './personal-data.ts'
import { expireInvitations, forgetContacts } from './queries.ts'
import { teamRoutes } from './routes.ts'
import { team } from './tables.ts'

export const teamsFeature: Feature = {
  name: 'teams',
  start: () => ({ routes: teamRoutes }),
  sweep: {
    run: async ({ db, now }) => {
      await expireInvitations(db, now)
      await forgetContacts(db, now)
    },
  },
  auditSubjects: {
    team: {
      id: sql`${team.id}`,
      from: sql`${team} join ${activity} on ${activity.id} = ${team.activityId} join ${edition} on ${edition.id} = ${activity.editionId}`,
      name: sql`to_jsonb(${team.name}::text)`,
      timeZone: sql`${edition.timeZone}`,
      whereAbout: (activities) => sql`${team.activityId} = any (${activities})`,
      isMentioned: true,
    },
  },
  invariants: teamInvariants,
  demo: { locked: ['team', 'team_member'], tables: ['activity_organiser', 'invitation', 'team_member', 'team'] },
  provides: [provide(participation, providedParticipation), providedMergedTeams, providedTeamsByInstitution],
  personalData: teamsData,
}
