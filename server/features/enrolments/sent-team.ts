import type { Enrolment } from '@lectern/contract/enrolments.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../platform/messages.ts'
import type { TeamSnapshot } from './tables.ts'

/** The team as it was when it submitted; who is gone has no name in it any more. */
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
