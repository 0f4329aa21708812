import type pg from 'pg'
import { addOrganiser, fillMembers, rareNames } from './people.ts'
import { withPortals, type Portal } from './portals.ts'
import { median, type Result } from './results.ts'

/** Filled with members; with the cookie of an organiser. */
type MemberPortal = Portal<{ cookie: string }>

/** Milliseconds of one call. */
const call = async ({ app, filling: { cookie } }: MemberPortal, query: string): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${app.url}/api/users?${query}`, { headers: { cookie } })
  await answer.arrayBuffer()
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`/api/users?${query} answered ${answer.status}`)
  return took
}

const rounds = 60

/** Medians of alternating requests, so that other load affects all of them. */
const compare = async (calls: (() => Promise<number>)[]): Promise<number[]> => {
  const times = calls.map(() => [] as number[])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, each] of calls.entries()) times[index]!.push(await each())
  return times.map(median)
}

/** The cost of ten members for an organiser with 1,000 and with 50,000. */
export const measureMembers = (): Promise<Result[]> => {
  const fill = async (pool: pg.Pool, count: number) => {
    await fillMembers(pool, count)
    return { cookie: await addOrganiser(pool) }
  }
  return withPortals({ few: 1_000, many: 50_000 }, fill, async (small, large) => {
    const search = encodeURIComponent(rareNames.zh)
    const questions = [
      () => call(small, 'page=1'),
      () => call(large, 'page=1'),
      () => call(large, 'page=500'),
      () => call(small, `search=${search}`),
      () => call(large, `search=${search}`),
      () => call(small, `search=${rareNames.en}&sort=username`),
      () => call(large, `search=${rareNames.en}&sort=username`),
      () => call(large, 'status=active&sort=username'),
    ]
    // The first calls compile code and open connections.
    await compare(questions)
    const [first = 0, firstOfMany = 0, deep = 0, ...searches] = await compare(questions)
    const [chinese = 0, chineseOfMany = 0, latin = 0, latinOfMany = 0, filtered = 0] = searches
    return [
      { name: 'a page of /api/users, 1,000 members', value: first, unit: 'ms' },
      { name: 'a page, 50,000 members, of 1,000', value: firstOfMany / first, unit: '', target: { most: 1.5 } },
      { name: 'page 500 of members, of page 1', value: deep / firstOfMany, unit: '', target: { most: 3 } },
      { name: 'search of 20 members, 1,000 members', value: chinese, unit: 'ms' },
      { name: 'the same among 50,000, of 1,000', value: chineseOfMany / chinese, unit: '', target: { most: 1.5 } },
      {
        name: 'by Latin name and sorted by it, of 1,000',
        value: latinOfMany / latin,
        unit: '',
        target: { most: 1.5 },
      },
      { name: 'active members by name, 50,000 members', value: filtered, unit: 'ms', target: { most: 300 } },
    ]
  })
}
