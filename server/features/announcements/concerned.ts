import type { Audience } from '@lectern/contract/announcements.ts'
import type { AnnouncementId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers } from '../steps/service.ts'

/** Those whose teams the audience contains: whoever takes part in one of them does not write to its teams. */
const activitiesIn = (audience: SQL, from: SQL): SQL => sql`
  select activity.id from ${from} join edition on true join activity on activity.edition_id = edition.id
  where ${audience} ->> 'to' = 'teams'
    and case when ${audience} ->> 'edition' is null then edition.current
      else edition.id = (${audience} ->> 'edition')::uuid end
    and (${audience} -> 'activities' = '[]' or ${audience} -> 'activities' ? activity.id::text)
    and (${audience} -> 'teams' = '[]' or exists (
      select from team where team.activity_id = activity.id and ${audience} -> 'teams' ? team.id::text
    ))
`

export const activitiesOfAudience = (audience: Audience): SQL =>
  activitiesIn(sql`given.audience`, sql`(select ${JSON.stringify(audience)}::jsonb as audience) as given`)

export const announcementsToOthers = forOthers(({ id }: { id: AnnouncementId }) =>
  activitiesIn(
    sql`stored.audience`,
    sql`(select announcement.audience from announcement where announcement.id = ${id}) as stored`,
  ),
)
