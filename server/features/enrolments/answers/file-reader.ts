import type { FileReader } from '../../../platform/feature.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { teamMember } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

/** Whether the file is among the answers of a team in which both its owner and the reader are. */
const isAnsweredTogether = async (
  db: Database,
  { id, ownerId }: { id: FileId; ownerId: AccountId },
  reader: AccountId,
): Promise<boolean> => {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (
      select from ${enrolment}
      join ${teamMember} as owner on owner.team_id = enrolment.team_id and owner.account_id = ${ownerId}
      join ${teamMember} as reader on reader.team_id = enrolment.team_id and reader.account_id = ${reader}
      where exists (
        select from (select * from jsonb_each(answers) union all select * from jsonb_each(amendment)) as answer
        where answer.value ->> 'file' = ${id} or answer.value -> 'files' ? ${id}::text
      )
    ) as is
  `)
  return rows[0]!.is
}

/** Team members may read each other's files in that team's answers, and no others. */
export const answerReader: FileReader = {
  nameFor: async ({ db, actor }, file) =>
    actor.kind === 'account' && (await isAnsweredTogether(db, file, actor.id)) ? file.name : undefined,
  // A file counts as used if its id occurs anywhere in the row, whichever column holds the answers.
  named: sql`
    select distinct match[1]::uuid as id from ${enrolment},
      regexp_matches(${enrolment}::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as match
  `,
}
