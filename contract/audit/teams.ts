import { teamRoles } from '../teams/team-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How teams are logged. */
export const teamsAudit = {
  actions: [
    'team.created',
    'team.updated',
    'team.disbanded',
    'team.joined',
    'team.left',
    'team.memberRemoved',
    'team.captainChanged',
    'team.inviteRenewed',
    'team.membersReminded',
    'invitation.sent',
    'invitation.accepted',
    'invitation.declined',
    'invitation.revoked',
  ],
  subjects: { team: '/Admin/Team?team={id}' },
  codes: {
    teamRole: { label: 'office.teams.role.', values: teamRoles },
  },
  fields: {
    captain: 'named',
    captainsOnly: 'plain',
    invitation: 'unnamed',
    invitations: 'unnamed',
    members: 'named',
    role: 'teamRole',
    slogan: 'text',
    team: 'named',
    teams: 'named',
  },
  bySubject: {
    // Of an activity they store the code.
    team: { activity: { form: 'text' }, kind: { form: 'phaseKind' }, to: { form: 'named' } },
  },
} as const satisfies AuditVocabulary
