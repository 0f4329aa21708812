import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Task } from '../../platform/feature.ts'
import { whereBelow } from '../institutions/service.ts'
import { institution } from '../institutions/tables.ts'
import { listsOfOfficer } from './lists/list-view.ts'
import type { ListView } from './policy.ts'

/** Lists of schools that wait for the provinces of this officer, by activity. */
const listsToJudge = async (ctx: SignedIn): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await ctx.db.execute<{ id: string; lists: number }>(sql`
    select list.activity_id as id, count(*)::integer as lists
    from recommendation_list as list
    join recommendation_rules as rules on rules.activity_id = list.activity_id and rules.recommended_by = 'schoolAndProvince'
    join ${institution} on ${institution.id} = list.institution_id
    where list.state = 'handedIn' and ${whereBelow(ctx.actor.id, institution.id)}
    group by list.activity_id
  `)
  return new Map(rows.map(({ id, lists }) => [id, lists]))
}

const isOpenStep = ({ state, window, balance }: ListView): boolean =>
  (state === 'draft' || state === 'returned') && window.standing === 'open' && balance > 0

/** What officers have to do: rank and hand in, and decide on the lists below. */
export const recommendationTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const views = await listsOfOfficer(ctx)
  if (views.length === 0) return []
  const waiting = await listsToJudge(ctx)
  return views.flatMap((view): Task[] => {
    const { activity, institution: owner, state, window } = view
    const shared = {
      isDone: false,
      isDue: true as const,
      about: `${activity.id} ${owner.id}`,
      timeZone: activity.edition.timeZone,
      until: window.closesAt ?? undefined,
    }
    const values = {
      activity: localize(activity.name, ctx.locale).text,
      institution: localize(owner.name, ctx.locale).text,
    }
    const lists = owner.kind === 'province' ? (waiting.get(activity.id) ?? 0) : 0
    return [
      ...(isOpenStep(view)
        ? [
            {
              ...shared,
              name: state === 'returned' ? 'correctList' : 'recommend',
              values,
              link: `/Institution/Work/${activity.id}?institution=${owner.id}`,
            },
          ]
        : []),
      ...(lists > 0
        ? [
            {
              ...shared,
              name: 'judgeLists',
              values: { ...values, lists: String(lists) },
              link: `/Institution/Below?activity=${activity.id}`,
            },
          ]
        : []),
    ]
  })
}
