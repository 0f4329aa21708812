import type { Enrolment } from '@lectern/contract/enrolments.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import type { TeamSnapshot } from './tables.ts'

/** The team as submitted; deleted users have no name in it. */
export const presentSentTeam = (snapshot: TeamSnapshot | null, locale: Locale): Enrolment['sentTeam'] =>
  snapshot && {
    name: snapshot.name,
    slogan: snapshot.slogan,
    people: snapshot.members.map(({ name, role, school, department, title }) => ({
      name: name || t(locale, 'office.audit.gone'),
      role,
      school,
      department,
      title,
    })),
  }
