import { randomInt } from 'node:crypto'
import { actions, readCosts, resources, type Action, type Resource } from '../server/capacity/costs.ts'
import { lastHour, totalOf, usualContest, type Contest, type Volumes } from '../server/capacity/model.ts'
import { certificatesPerIssue, prepareCrowd, type CrowdActions } from './crowd-actions.ts'
import { withMeasuredSite, type MeasuredSite, type Meter } from './measured-site.ts'
import type { Result } from './results.ts'
import { processes } from './site-use.ts'

const scale = 100
const megabytesPerFilm = 20
const teams = usualContest.teams / scale
/** As many films as a hundredth of a country has, but short ones: further megabytes cost the same each. */
const contest: Contest = {
  ...usualContest,
  accounts: usualContest.accounts / scale,
  teams,
  terabytes: (teams * megabytesPerFilm) / 1_000_000,
  certificates: usualContest.certificates / scale,
  experts: usualContest.experts / scale,
  organisers: usualContest.organisers / scale,
}
const megabyte = 1_000_000
/** Browsers that act at the same time: each goes on when it has its answer. */
const clients = 12
/** Before anything is measured: compiled code, open connections. */
const warmUpShare = 0.05
/** Of these alone, to find out which ones cost more together. */
const chosen = process.env['MIX_ACTIONS']?.split(',')

/** Films contain their further megabytes; a notice comes from a submission, to a window that is open. */
const performed = [
  'publicPage',
  'welcome',
  'signUp',
  'signIn',
  'enrolmentSave',
  'enrolmentSubmit',
  'workSave',
  'workSubmit',
  'smallFilm',
  'scoreSave',
  'officeList',
  'certificate',
] as const satisfies Action[]
type Performed = (typeof performed)[number]
type Calls = Record<Performed, number>

const mixedVolumes = (): Volumes => {
  const volumes = lastHour(contest)
  const isChosen = (action: Action): boolean => !chosen || chosen.includes(action)
  return Object.fromEntries(
    actions.map((action) => [action, isChosen(action) ? Math.round(volumes[action]) : 0]),
  ) as Volumes
}

const callsOf = (volumes: Volumes): Calls =>
  Object.fromEntries(
    performed.map((name) => [name, name === 'certificate' ? volumes[name] / certificatesPerIssue : volumes[name]]),
  ) as Calls

const warmUpOf = (calls: Calls): Calls =>
  Object.fromEntries(performed.map((name) => [name, Math.ceil(calls[name] * warmUpShare)])) as Calls

const prepareMix = async (crowd: CrowdActions, calls: Calls) => {
  const film = await crowd.filmOf(megabytesPerFilm * megabyte)
  const nextDraft = await crowd.createDrafts(calls.workSave + calls.smallFilm, false)
  const nextFilled = await crowd.createDrafts(calls.workSubmit, true)
  const filled = Array.from({ length: calls.workSubmit }, nextFilled)
  const enrolments = Array.from({ length: calls.enrolmentSubmit }, crowd.nextEnrolment)
  const perform: Record<Performed, () => Promise<unknown>> = {
    publicPage: crowd.publicPage,
    welcome: crowd.welcome,
    signUp: crowd.register,
    signIn: crowd.comeIn,
    enrolmentSave: crowd.saveEnrolment,
    enrolmentSubmit: () => crowd.sendEnrolment(enrolments.pop()!),
    workSave: () => crowd.saveDraft(nextDraft()),
    workSubmit: () => crowd.sendWork(filled.pop()!),
    smallFilm: () => crowd.uploadTo(nextDraft(), film),
    scoreSave: crowd.score,
    officeList: crowd.listOffice,
    certificate: crowd.issueCertificates,
  }
  return { perform, captains: [...filled, ...enrolments].map(({ captain }) => captain) }
}

type Perform = Awaited<ReturnType<typeof prepareMix>>['perform']

/** All calls in any order, by clients of which each waits for its answer. */
const performAll = async (perform: Perform, calls: Calls): Promise<void> => {
  const names = performed.flatMap((name) => Array.from({ length: calls[name] }, () => name))
  const client = async (): Promise<void> => {
    while (names.length > 0) {
      const [name] = names.splice(randomInt(names.length), 1)
      await perform[name!]()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

interface Mixed {
  volumes: Volumes
  before: Meter
  after: Meter
}

const runMix = async (measured: MeasuredSite): Promise<Mixed> => {
  const volumes = mixedVolumes()
  const calls = callsOf(volumes)
  const warmUp = warmUpOf(calls)
  const sumOf = (name: Performed): number => calls[name] + warmUp[name]
  const crowd = await prepareCrowd(measured, {
    enrolments: sumOf('enrolmentSave') + sumOf('enrolmentSubmit'),
    works: sumOf('workSave') + sumOf('workSubmit') + sumOf('smallFilm'),
  })
  const all = Object.fromEntries(performed.map((name) => [name, sumOf(name)])) as Calls
  const { perform, captains } = await prepareMix(crowd, all)
  await performAll(perform, warmUp)
  // Theirs are those that are left.
  const waiting = [
    ...captains.slice(0, calls.workSubmit),
    ...captains.slice(all.workSubmit, all.workSubmit + calls.enrolmentSubmit),
  ]
  for (const captain of waiting) await crowd.follow(captain)
  await measured.settle()
  const before = await measured.read()
  await performAll(perform, calls)
  process.stderr.write(`Performed within ${Math.round(performance.now() / 1_000 - before.at)} s.\n`)
  await crowd.everybodyHears(1)
  await measured.settle()
  const after = await measured.read()
  await crowd.stopFollowing()
  return { volumes, before, after }
}

const within = { least: 0.8, most: 1.2 }

const isProcess = (resource: Resource): resource is (typeof processes)[number] =>
  (processes as readonly Resource[]).includes(resource)

/** Seconds of processors, and bytes. */
const compare = ({ volumes, before, after }: Mixed, resource: Resource): Result[] => {
  const measured = readCosts()
  const isTime = isProcess(resource)
  const hours = (after.at - before.at) / 3_600
  const total = totalOf(volumes, measured.costs, resource)
  const predicted = isTime ? total / 1_000 + measured.idle[resource] * hours : total / megabyte
  const actual = (after[resource] - before[resource]) / (isTime ? 1 : megabyte)
  const unit = isTime ? 's' : 'MB'
  return [
    { name: `${resource}, predicted`, value: predicted, unit },
    { name: `${resource}, used`, value: actual, unit },
    { name: `${resource}, of the prediction`, value: actual / predicted, unit: '', target: within },
  ]
}

/** A hundredth of a country's last hour as fast as it goes, beside its prediction from the costs of single actions. */
export const measureCapacity = (): Promise<Result[]> =>
  withMeasuredSite(contest.accounts, async (measured) => {
    const mixed = await runMix(measured)
    process.stderr.write(`${JSON.stringify(mixed)}\n`)
    return resources.flatMap((resource) => compare(mixed, resource))
  })
