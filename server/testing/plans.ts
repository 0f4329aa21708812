import type { ActivityId, EditionId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { publishPlan, readPlan, startPlan, type Plan } from '@lectern/contract/rounds/review-plan.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { expect } from 'vitest'
import { createEdition } from './contest.ts'
import { createPerson, english, type TestPerson } from './people.ts'
import { storeAcceptedWork } from './accepted-works.ts'
import { createExpert, storeEntry, storePanel, storeReviewer, storeRound } from './rounds.ts'
import { after, eventually, type TestSite } from './site.ts'
import { createWorkActivity } from './works.ts'

const provinces = ['110000', '310000', '440000']

/** A draft with works of three provinces in turn, and accepted experts of different institutions; panels share them evenly. */
export const storeUnplanned = async (
  site: TestSite,
  {
    works = 12,
    experts = 6,
    panels = 0,
    maxWorks = 30,
    rules = {},
  }: { works?: number; experts?: number; panels?: number; maxWorks?: number; rules?: Partial<RoundRules> } = {},
) => {
  const { rows } = await site.pool.query<{ id: EditionId }>('select id from edition where current')
  const editionId = rows[0]?.id ?? (await createEdition(site))
  const activityId = await createWorkActivity(site, editionId)
  const organiser = await createPerson(site, { access: 'admin' })
  const mode = panels > 0 ? ('panel' as const) : ('pool' as const)
  const { id, code } = await storeRound(site, { editionId, activityIds: [activityId], rules: { mode, ...rules } })
  const panelIds = await Promise.all(Array.from({ length: panels }, (_, position) => storePanel(site, id, position)))
  const people: { person: TestPerson; reviewerId: ReviewerId }[] = []
  for (let index = 0; index < experts; index += 1) {
    const person = await createExpert(site, { realName: `专家${index}` })
    const place = panels > 0 ? { panelId: panelIds[index % panels]!, isChair: index < panels } : {}
    const given = { institution: `第 ${index} 大学`, maxWorks, ...place }
    people.push({ person, reviewerId: await storeReviewer(site, id, person.id, given) })
  }
  const entries: { id: EntryId; code: string }[] = []
  for (let index = 0; index < works; index += 1) entries.push(await addWork(site, { id, activityId }, index))
  return { id, code, activityId, organiser, experts: people, works: entries, panels: panelIds }
}

export const addWork = async (
  site: TestSite,
  { id, activityId }: { id: RoundId; activityId: ActivityId },
  index = 0,
): Promise<{ id: EntryId; code: string }> => {
  const { workId } = await storeAcceptedWork(site, activityId, { province: provinces[index % provinces.length]! })
  return storeEntry(site, id, workId)
}

/** What an organiser does with plans. */
export const plannerOf = (site: TestSite, organiser: TestPerson, id: RoundId) => {
  const as = { headers: english(organiser), params: { id } }
  const read = async () => (await site.ask(readPlan, as)).data
  const planner = {
    read,
    start: (seed: string, fields?: Parameters<typeof startPlan.body.parse>[0]) =>
      site.ask(startPlan, { ...as, body: startPlan.body.parse({ seed, ...(fields as object) }) }),
    /** Starts a dry run and waits for its result. */
    plan: async (seed: string, more?: object): Promise<Plan> => {
      // The clock of tests stands still: plans are told apart by it.
      site.clock.set(after(1_000, site.clock.now()))
      const started = await planner.start(seed, more)
      expect(started.status).toBe(200)
      return eventually(async () => {
        const { plan, task } = await read()
        expect([plan?.seed, task]).toEqual([seed, null])
        return plan!
      })
    },
    publish: ({ seed, madeAt }: Pick<Plan, 'seed' | 'madeAt'>) =>
      site.ask(publishPlan, { ...as, body: { seed, madeAt } }),
    /** Plans and publishes. */
    deal: async (seed = 'first') => (await planner.publish(await planner.plan(seed))).data,
  }
  return planner
}
