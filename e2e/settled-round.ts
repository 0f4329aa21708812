import type { Browser } from '@playwright/test'
import { expect } from './journey.ts'
import { createCall, signUp } from './teacher.ts'

type Call = ReturnType<typeof createCall>

interface RoundAnswer {
  id: string
  version: number
  state: string
  activities: { id: string }[]
  source: { rules: object }
  leavesOut: object | null
}

interface Contest {
  id: string
  edition: string
}

const day = 86_400_000

/** The rules of a round that the demo has settled. */
const settledRound = async (call: Call): Promise<RoundAnswer> => {
  const { editions } = await call<{ editions: { id: string }[] }>('get', '/api/enrolments/choices')
  for (const { id } of editions) {
    const { list } = await call<{ list: RoundAnswer[] }>('get', `/api/rounds?edition=${id}`)
    const settled = list.find(({ state }) => state === 'settled')
    if (settled) return call<RoundAnswer>('get', `/api/rounds/${settled.id}`)
  }
  throw new Error('the demo has no settled round')
}

/** The scores of a work: the criteria are those of the demo. */
const scoresFor = (at: number): object => ({
  design: (at < 2 ? 28 : 28 - at) * 100,
  teaching: 2_500,
  technology: 1_600,
  effect: 1_500,
})

/** An activity with four works of different captains, so that every run has its own. */
const createContest = async (browser: Browser, origin: string): Promise<Contest> => {
  const context = await browser.newContext({ baseURL: origin })
  const name = `Open lessons ${crypto.randomUUID().slice(0, 4)}`
  const works = []
  for (const title of ['Rivers', 'Bridges', 'Clouds', 'Seeds']) {
    const { uid } = await signUp(context.request, origin, { isKnown: true, about: { school: `${title} School` } })
    works.push({ captain: uid, title: `${title} ${crypto.randomUUID().slice(0, 4)}` })
  }
  const made = await createCall(context.request, origin)<Contest>('post', '/api/journeys/contests', { name, works })
  await context.close()
  return made
}

/**
 * An activity with a round that was settled over the API, except that it may be opened on a screen: one expert has judged all works, the
 * first two alike and each of the others worse. Returns the activity.
 */
export const settleRound = async (
  browser: Browser,
  origin: string,
  call: Call,
  openOnScreen?: (round: string, activity: string) => Promise<void>,
): Promise<string> => {
  const { id: activity, edition } = await createContest(browser, origin)
  const { id: copyOf } = await settledRound(call)
  const content = {
    name: { 'en-US': `Final ${crypto.randomUUID().slice(0, 4)}` },
    activities: [activity],
    previous: null,
  }
  const made = await call<RoundAnswer>('post', '/api/rounds', { ...content, edition, copyOf })
  const address = `/api/rounds/${made.id}`
  await call('put', address, {
    ...content,
    version: made.version,
    opensAt: new Date(Date.now() - day).toISOString(),
    closesAt: new Date(Date.now() + day).toISOString(),
    rules: { ...made.source.rules, mode: 'pool', expertsPerWork: 1, practice: false, weight: 1_000 },
  })
  await call('post', `${address}/works`)
  const context = await browser.newContext({ baseURL: origin })
  const about = { realName: 'Yan Ping', school: `School ${crypto.randomUUID().slice(0, 4)}` }
  const { uid } = await signUp(context.request, origin, { access: 'expert', isKnown: true, about })
  const callAsExpert = createCall(context.request, origin)
  await call('post', `${address}/reviewers`, { accounts: [uid] })
  const { code } = (await callAsExpert<{ list: { code: string }[] }>('get', '/api/review')).list[0]!
  await callAsExpert('post', `/api/review/rounds/${code}/answer`, { accept: true })
  const { version: pledge } = await callAsExpert<{ version: number }>('get', `/api/review/rounds/${code}/pledge`)
  await callAsExpert('post', `/api/review/rounds/${code}/pledge`, { version: pledge })
  await call('post', `${address}/plan`, { seed: 'results' })
  type Planned = { plan: { seed: string; madeAt: string } | null }
  await expect.poll(async () => (await call<Planned>('get', `${address}/plan`)).plan).not.toBeNull()
  const { seed, madeAt } = (await call<Planned>('get', `${address}/plan`)).plan!
  await call('post', `${address}/plan/publication`, { seed, madeAt })
  const step = async (name: string): Promise<void> => {
    const { version, leavesOut } = await call<RoundAnswer>('get', address)
    await call('post', `${address}/steps`, { step: name, version, ...(leavesOut && { acknowledged: leavesOut }) })
  }
  await (openOnScreen ? openOnScreen(made.id, activity) : step('open'))
  const { works } = await callAsExpert<{ works: { code: string }[] }>('get', `/api/review/rounds/${code}`)
  for (const [at, { code: work }] of works.entries()) {
    const written = {
      scores: scoresFor(at),
      comment: 'Clear aims, and time to think.',
      remark: '',
      notes: [],
      places: {},
    }
    const body = { ...written, seconds: 300, version: 0 }
    const { version } = await callAsExpert<{ version: number }>('put', `/api/review/works/${work}/sheet`, body)
    await callAsExpert('post', `/api/review/works/${work}/submission`, { version })
  }
  await context.close()
  await step('close')
  const { version } = await call<RoundAnswer>('get', address)
  await call('post', `${address}/settlement`, { version })
  await expect.poll(async () => (await call<RoundAnswer>('get', address)).state).toBe('settled')
  return activity
}
