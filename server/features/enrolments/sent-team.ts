import type { Enrolment } from '@lectern/contract/enrolments.ts'
import type { TeamSnapshot } from './tables.ts'

/** The team as it was when it submitted. */
export const presentSentTeam = (snapshot: TeamSnapshot | null): Enrolment['sentTeam'] =>
  snapshot && {
    name: snapshot.name,
    slogan: snapshot.slogan,
    people: snapshot.members.map(({ name, role, school, department, title }) => ({
      name,
      role,
      school,
      department,
      title,
    })),
  }
