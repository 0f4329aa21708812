import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, desc, eq, sql } from '../../platform/database/drizzle.ts'
import type { DataFormat, PersonalData } from '../../platform/feature.ts'
import { activity } from '../competition/tables.ts'
import { whereInForce } from './policy.ts'
import { resultList, resultRow } from './tables.ts'

const namedIn = (id: AccountId) => sql`${resultRow.people} @> ${JSON.stringify([{ account: id }])}::jsonb`

/** Results that are announced: before that nobody learns theirs. */
const collectResults = async ({ db, now }: Ctx, id: AccountId, { inLanguage }: DataFormat) => {
  const rows = await db
    .select({
      activity: activity.name,
      number: resultRow.number,
      title: resultRow.title,
      prize: resultRow.prize,
      rules: resultList.rules,
      announcedAt: resultList.announcedAt,
      people: resultRow.people,
    })
    .from(resultRow)
    .innerJoin(resultList, eq(resultList.id, resultRow.listId))
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .where(and(namedIn(id), whereInForce(now)))
    .orderBy(desc(resultList.announcedAt))
  return rows.map(({ activity: name, prize, rules, people, ...row }) => {
    const tier = rules.tiers.find((one) => one.id === prize)
    const own = people.find(({ account }) => account === id)
    return { activity: inLanguage(name), ...row, prize: tier ? inLanguage(tier.label) : null, name: own?.name ?? null }
  })
}

/** What is hashed names nobody. The name in lists is erased; the work and its prize stay, for the others in the team. */
export const resultsData: PersonalData = {
  collect: async (ctx, { id }, format) => {
    const results = await collectResults(ctx, id, format)
    return results.length > 0 ? { results } : {}
  },
  erase: async ({ db }, { id }) => {
    await db.execute(sql`
      update result_row set people = (
        select jsonb_agg(
          case when person ->> 'account' = ${id}::text then person || '{"account": null, "name": ""}' else person end order by position
        )
        from jsonb_array_elements(people) with ordinality as listed (person, position)
      )
      where ${namedIn(id)}
    `)
    await db.execute(sql`
      update result_decision set data = jsonb_set(data, '{names}', (
        select coalesce(jsonb_agg(person), '[]') from jsonb_array_elements(data -> 'names') as person
        where person ->> 'account' <> ${id}::text
      ))
      where kind = 'correction' and data -> 'names' @> ${JSON.stringify([{ account: id }])}::jsonb
    `)
  },
}
