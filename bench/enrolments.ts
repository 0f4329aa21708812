import type pg from 'pg'
import { fillEnrolments, rare } from './enrolment-rows.ts'
import { addOrganiser } from './people.ts'
import { ask, compare, timeOf, type OfficePortal } from './office-calls.ts'
import { withPortals } from './portals.ts'
import type { Result } from './results.ts'

const call = (portal: OfficePortal, query: string): Promise<number> => timeOf(portal, `/api/enrolments?${query}`)

/** Each has twenty hits, however many rows there are. */
const filters: Record<string, string> = {
  'an activity': `activity=${rare.activity}`,
  'a state': `state=${rare.state}`,
  'two states': `state=${rare.state},draft`,
  'a province': `province=${rare.province}`,
  'a school': `school=${encodeURIComponent(rare.school)}`,
  'a day': `from=${rare.day}&until=${rare.day}`,
  'a name': `search=${encodeURIComponent(rare.name)}`,
  'a name, by number': `search=${encodeURIComponent(rare.name)}&sort=number`,
}

const megabyte = 1024 * 1024

/** The additional memory of the server during a full export, and its duration in seconds. */
const measureExport = async (portal: OfficePortal, format: 'xlsx' | 'csv'): Promise<Result[]> => {
  const path = `/api/enrolments/export?format=${format}&personal=names,contacts,answers`
  // The first sheet loads the library.
  await (await ask(portal, `${path}&province=${rare.province}`)).arrayBuffer()
  const { memory: before } = await portal.app.usage()
  const began = performance.now()
  const { body } = await ask(portal, path)
  let [bytes, most, lastCheck] = [0, before, performance.now()]
  for await (const chunk of body!) {
    bytes += (chunk as Uint8Array).length
    if (performance.now() - lastCheck < 100) continue
    most = Math.max(most, (await portal.app.usage()).memory)
    lastCheck = performance.now()
  }
  return [
    { name: `${format} of 100,000 enrolments`, value: bytes / megabyte, unit: 'MB' },
    { name: `${format} of 100,000 enrolments, seconds`, value: (performance.now() - began) / 1000, unit: 's' },
    {
      name: `memory beyond that at rest while it is written`,
      value: (most - before) / megabyte,
      unit: 'MB',
      target: { most: 100 },
    },
  ]
}

/** The cost of ten enrolments for an organiser with 1,000 and with 100,000, and of a sheet of all of them. */
export const measureEnrolments = (): Promise<Result[]> => {
  const fill = async (pool: pg.Pool, count: number) => {
    await fillEnrolments(pool, count)
    return { cookie: await addOrganiser(pool) }
  }
  return withPortals({ few: 1_000, many: 100_000 }, fill, async (small, large) => {
    const questions = [
      () => call(small, ''),
      () => call(large, ''),
      () => call(large, 'page=500'),
      () => call(small, 'state=submitted'),
      () => call(large, 'state=submitted'),
      ...Object.values(filters).flatMap((query) => [() => call(small, query), () => call(large, query)]),
    ]
    // The first calls compile code and open connections.
    await compare(questions)
    const [first = 0, firstOfMany = 0, deep = 0, state = 0, stateOfMany = 0, ...rest] = await compare(questions)
    return [
      { name: 'a page of /api/enrolments, 1,000 enrolments', value: first, unit: 'ms' },
      { name: 'a page, 100,000 enrolments, of 1,000', value: firstOfMany / first, unit: '', target: { most: 1.5 } },
      { name: 'page 500 of enrolments, of page 1', value: deep / firstOfMany, unit: '', target: { most: 3 } },
      ...Object.keys(filters).map((name, position): Result => ({
        name: `20 of ${name}, 100,000 enrolments, of 1,000`,
        value: rest[2 * position + 1]! / rest[2 * position]!,
        unit: '',
        target: { most: 1.5 },
      })),
      { name: 'the submitted, 25,000 of 100,000, of 250 of 1,000', value: stateOfMany / state, unit: '' },
      ...(await measureExport(large, 'csv')),
      ...(await measureExport(large, 'xlsx')),
    ]
  })
}
