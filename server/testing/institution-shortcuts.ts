import { endpoint } from '@lectern/contract/endpoint.ts'
import { accountId, institutionId, teamId, type InstitutionId, type OfficerId } from '@lectern/contract/ids.ts'
import { institutionKinds } from '@lectern/contract/institutions/institution-values.ts'
import { z } from 'zod'
import { institution, institutionOfficer } from '../features/institutions/tables.ts'
import { team } from '../features/teams/tables.ts'
import { inArray } from '../platform/database/drizzle.ts'
import type { Http } from '../platform/http/serve.ts'
import { newId } from '../platform/ids.ts'
import { everyone } from '../platform/policy.ts'
import { inTransaction } from '../platform/transaction.ts'
import { randomLetters } from '../platform/random-letters.ts'

const newInstitution = endpoint({
  method: 'POST',
  path: '/api/journeys/institutions',
  summary: 'A school or a province with an officer, that these teams belong to',
  body: z.strictObject({
    kind: z.enum(institutionKinds),
    name: z.string(),
    parent: institutionId.nullable(),
    officer: accountId.nullable(),
    teams: z.array(teamId),
  }),
  answer: z.object({ id: institutionId }),
})

/** Other journeys test the import of institutions and the invitations of officers. */
export const institutionShortcuts = ({ serve }: Pick<Http, 'serve'>): void => {
  serve(newInstitution, { policy: everyone }, async ({ ctx: outer, body }) =>
    inTransaction(outer, async ({ db, now }) => {
      const id = newId<InstitutionId>(now)
      const { kind, name, parent, officer, teams } = body
      await db.insert(institution).values({
        id,
        kind,
        code: randomLetters(8).toUpperCase(),
        name: { 'zh-CN': name, 'en-US': name },
        parentId: parent,
        state: 'verified',
        createdAt: now,
        updatedAt: now,
      })
      if (officer)
        await db.insert(institutionOfficer).values({
          id: newId<OfficerId>(now),
          institutionId: id,
          accountId: officer,
          state: 'active',
          createdAt: now,
          startedAt: now,
        })
      if (teams.length > 0) await db.update(team).set({ institutionId: id }).where(inArray(team.id, teams))
      return { id }
    }),
  )
}
