import { sql } from '../../platform/database/drizzle.ts'
import type { Feature } from '../../platform/feature.ts'
import { directoryRoutes } from './directory/directory-routes.ts'
import { letterReader } from './officers/letter-reader.ts'
import { institutionInvariants } from './invariants.ts'
import { expireInvitations, forgetContacts } from './officers/officer-queries.ts'
import { officerRoutes } from './officers/officer-routes.ts'
import { officerTasks } from './officers/officer-tasks.ts'
import { institutionsData } from './personal-data.ts'
import { institution, institutionOfficer } from './tables.ts'

export const institutionsFeature: Feature = {
  name: 'institutions',
  start: () => ({
    routes: (http) => {
      directoryRoutes(http)
      officerRoutes(http)
    },
  }),
  sweep: {
    run: async ({ db, now }) => {
      await expireInvitations(db, now)
      await forgetContacts(db, now)
    },
  },
  tasks: officerTasks,
  files: { officerLetter: letterReader },
  auditSubjects: {
    institution: {
      id: sql`${institution.id}`,
      from: sql`${institution}`,
      name: sql`${institution.name}`,
      detail: sql`${institution.code}`,
      isMentioned: true,
    },
  },
  menuCounts: {
    institutions: {
      duty: 'people',
      select: () => sql`select 1 from ${institutionOfficer} where ${institutionOfficer.state} = 'requested'`,
    },
  },
  invariants: institutionInvariants,
  demo: {
    locked: ['institution'],
    tables: ['institution_officer', 'institution_merge'],
    clear: async ({ db }) => {
      // What organisers have entered or changed stays, and so does the province of such a school.
      await db.execute(sql`
        delete from institution where is_demo and kind = 'school' and merged_into is null
          and not exists (select from institution as merged where merged.merged_into = institution.id)
      `)
      await db.execute(sql`
        delete from institution where is_demo and kind = 'province'
          and not exists (select from institution as below where below.parent_id = institution.id)
          and not exists (select from institution as merged where merged.merged_into = institution.id)
      `)
    },
  },
  personalData: institutionsData,
}
