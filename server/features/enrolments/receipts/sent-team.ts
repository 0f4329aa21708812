import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../../platform/messages.ts'
import type { TeamSnapshot } from '../tables.ts'

/** The team as submitted; deleted users have no name in it. */
export const presentSentTeam = (snapshot: TeamSnapshot | null, locale: Locale): Enrolment['sentTeam'] =>
  snapshot && {
    name: snapshot.name,
    slogan: snapshot.slogan,
    institution: snapshot.institution ? localize(snapshot.institution.name, locale).text : null,
    people: snapshot.members.map(({ name, role, school, department, title }) => ({
      name: name || t(locale, 'office.audit.gone'),
      role,
      school,
      department,
      title,
    })),
  }
