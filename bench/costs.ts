import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { actions, costsPath, resources, type Action, type Cost, type MeasuredCosts } from '../server/capacity/costs.ts'
import { version } from '../server/version.ts'
import { measureBucketCosts } from './bucket-costs.ts'
import { certificatesPerIssue, prepareCrowd, type CrowdActions } from './crowd-actions.ts'
import { withMeasuredSite, type MeasuredSite } from './measured-site.ts'
import type { Result } from './results.ts'
import { combine, measureIdle, processes, usedBetween, type Idle } from './site-use.ts'

const people = 10_000
const megabyte = 1_000_000
const [smallMegabytes, largeMegabytes] = [1, 100]
/** Before anything is measured: the first ones compile code and open connections. */
const warmUps = 20

interface Task {
  /** How often it is measured. */
  count: number
  /** Of these, how many one call is. */
  perCall?: number
  perform: () => Promise<unknown>
}

/** A notice that nobody waits for is told apart from its way to an open window. */
type Measured = Exclude<Action, 'filmMegabyte' | 'bucketFilm' | 'bucketMegabyte'> | 'largeFilm' | 'quietNotice'

const prepareTasks = async (crowd: CrowdActions): Promise<Record<Measured, Task>> => {
  const nextDraft = await crowd.createDrafts(450, false)
  const nextFilled = await crowd.createDrafts(250, true)
  const [small, large] = await Promise.all(
    [smallMegabytes, largeMegabytes].map((size) => crowd.filmOf(size * megabyte)),
  )
  return {
    publicPage: { count: 2_000, perform: crowd.publicPage },
    welcome: { count: 200, perform: crowd.welcome },
    signUp: { count: 40, perform: crowd.register },
    signIn: { count: 100, perform: crowd.comeIn },
    enrolmentSave: { count: 200, perform: crowd.saveEnrolment },
    enrolmentSubmit: { count: 200, perform: () => crowd.sendEnrolment(crowd.nextEnrolment()) },
    workSave: { count: 200, perform: () => crowd.saveDraft(nextDraft()) },
    workSubmit: { count: 200, perform: () => crowd.sendWork(nextFilled()) },
    smallFilm: { count: 40, perform: () => crowd.uploadTo(nextDraft(), small!) },
    largeFilm: { count: 6, perform: () => crowd.uploadTo(nextDraft(), large!) },
    scoreSave: { count: 200, perform: crowd.score },
    officeList: { count: 150, perform: crowd.listOffice },
    quietNotice: { count: 200, perform: crowd.leaveNotice },
    liveNotice: { count: 200, perform: crowd.tell },
    certificate: { count: 2, perCall: certificatesPerIssue, perform: crowd.issueCertificates },
  }
}

const repeat = async (count: number, { perform }: Task): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await perform()
}

/** What is left of a large film if its beginning and its end cost as much as those of a small one. */
const perMegabyte = (small: Cost, large: Cost): Cost =>
  combine(small, large, (few, many) => Math.max(0, many - few) / (largeMegabytes - smallMegabytes))

type Use = Pick<MeasuredCosts, 'idle' | 'costs'>

const measureTasks = async (measured: MeasuredSite): Promise<{ idle: Idle; found: Record<Measured, Cost> }> => {
  const crowd = await prepareCrowd(measured, { enrolments: 1_000, works: 700 })
  const tasks = await prepareTasks(crowd)
  const all = Object.entries(tasks) as [Measured, Task][]
  for (let follower = 1; follower <= 50; follower += 1) await crowd.follow(follower)
  for (const [, task] of all) await repeat(Math.min(warmUps, Math.ceil(task.count / 5)), task)
  await crowd.stopFollowing()
  await measured.settle()
  const idle = await measureIdle(measured)
  const found = {} as Record<Measured, Cost>
  for (const [name, task] of all) {
    if (name === 'liveNotice') {
      for (let follower = 101; follower <= 150; follower += 1) await crowd.follow(follower)
      await measured.settle()
    }
    const before = await measured.read()
    await repeat(task.count, task)
    await measured.settle()
    found[name] = usedBetween(before, await measured.read(), idle, task.count * (task.perCall ?? 1))
    process.stderr.write(`${name}: ${JSON.stringify(found[name])}\n`)
  }
  await crowd.stopFollowing()
  return { idle, found }
}

const measureUse = async (): Promise<Use> => {
  const { idle, found } = await withMeasuredSite(people, measureTasks)
  const { largeFilm, quietNotice, ...costs } = found
  const liveNotice = combine(found.liveNotice, quietNotice, (told, left) => Math.max(0, told - left))
  const filmMegabyte = perMegabyte(found.smallFilm, largeFilm)
  return { idle, costs: { ...costs, liveNotice, filmMegabyte, ...(await measureBucketCosts()) } }
}

const rounded = (value: number): number => Number(value.toPrecision(4))

const describe = ({ idle, costs }: Use): MeasuredCosts => ({
  date: new Date().toISOString().slice(0, 10),
  version,
  measuredOn: `${cpus()[0]!.model}, Node ${process.versions.node}`,
  idle: Object.fromEntries(processes.map((name) => [name, rounded(idle[name])])) as Idle,
  costs: Object.fromEntries(
    actions.map((action) => [
      action,
      Object.fromEntries(resources.map((name) => [name, rounded(costs[action][name])])),
    ]),
  ) as unknown as MeasuredCosts['costs'],
})

/** What each action costs, measured one kind after the other. `WRITE_COSTS=1` keeps it for `portal capacity`. */
export const measureCosts = async (): Promise<Result[]> => {
  const costs = describe(await measureUse())
  if (process.env['WRITE_COSTS'] === '1') await writeFile(costsPath, `${JSON.stringify(costs, null, 2)}\n`)
  return actions.flatMap((action) =>
    processes.map((name): Result => ({ name: `${action}, ${name}`, value: costs.costs[action][name], unit: 'ms' })),
  )
}
