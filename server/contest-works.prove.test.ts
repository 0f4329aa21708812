import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import {
  readEnrolment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import { grantExtension } from '@lectern/contract/competition/extensions.ts'
import type { ActivityId, FileId, WorkId } from '@lectern/contract/ids.ts'
import { createTeam, joinTeam } from '@lectern/contract/teams/teams.ts'
import { decideWorks } from '@lectern/contract/works/work-office.ts'
import {
  discardWorkChanges,
  removeWorkFile,
  reviveWork,
  submitWork,
  withdrawWork,
} from '@lectern/contract/works/works.ts'
import { randomSeed, repetitions } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyWorkDecisions } from './features/works/office/decision-notices.ts'
import { workInvariants } from './features/works/invariants.ts'
import { readManifest } from './features/works/submission/manifest.ts'
import { remindOfWorks } from './features/works/notices/reminders.ts'
import { verifySubmissions } from './features/works/submission/verify-submissions.ts'
import { createEdition, createKnownTeacher, daysFromNoon } from './testing/contest.ts'
import { deleteAccountOf } from './testing/deletion.ts'
import { givePassword } from './testing/owners.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from './testing/site.ts'
import * as model from './testing/work-model.ts'
import { createWorkActivity, testRules, workerOf } from './testing/works.ts'
import { examineAfterEach } from './testing/examination.ts'

// Random lives of works, step by step over HTTP. After each step the answer is compared with a model that does not use
// the rules of the program; after each life the invariants are checked on everything that is stored. A failure prints
// the shortest life that reproduces it, and its seed.

let site: TestSite
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
  const editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId, { rules: testRules })
  await site.pool.query(`update phase set grace_minutes = $1 where kind = 'submission'`, [
    model.rulesOfModel.graceMinutes,
  ])
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
examineAfterEach(() => site)

let addresses = 0
/** From an address of their own: requests from one are limited. */
const fromElsewhere = <Person extends TestPerson>(person: Person): Person => {
  addresses += 1
  const address = `10.8.${(addresses >> 8) & 255}.${addresses & 255}`
  return { ...person, headers: { ...person.headers, 'x-forwarded-for': address } }
}

/** A captain and a member whose enrolment is approved, and their work. */
const begin = async () => {
  organiser = fromElsewhere(organiser)
  const captain = fromElsewhere(await createKnownTeacher(site))
  const member = fromElsewhere(await createKnownTeacher(site))
  await givePassword(site, member)
  const as = { headers: english(captain) }
  const body = { activityId, name: '星火', slogan: '' }
  const team = (await site.ask(createTeam, { ...as, body })).data
  await site.ask(joinTeam, { headers: english(member), params: { code: team.invite!.code }, query: {} })
  const { id, version } = (await site.ask(startEnrolment, { ...as, body: { teamId: team.id } })).data
  const sent = (await site.ask(submitEnrolment, { ...as, params: { id }, body: { version } })).data
  const enrolments = [{ id, version: sent.version }]
  await site.ask(decideEnrolments, { headers: english(organiser), body: { enrolments, decision: 'approved' } })
  const worker = workerOf(site, captain)
  const work = await worker.start(id)
  return { captain, member, team, enrolmentId: id, worker, id: work.id }
}
type Begun = Awaited<ReturnType<typeof begin>>

interface Upload {
  path: string
  file: model.ModelFile
  content: Buffer
}

/** One life: the work, the model of it, and its uploads. */
interface Life extends Begun {
  model: model.Model
  /** Files that were ever there, by their content. */
  known: Map<string, model.ModelFile>
  uploads: Upload[]
}

let count = 0

const fileOf = async ({ worker, id }: Life, content: string): Promise<FileId | undefined> => {
  const name = `${content}.pdf`
  return (await worker.read(id)).files.find((file) => file.name === name)?.id
}

const firstBytes = 5

const beginUpload = async (life: Life, replaced?: string): Promise<boolean> => {
  count += 1
  const name = `file-${count}`
  const content = Buffer.from(`%PDF-1.4\n${name}\n%%EOF\n`)
  const replaces = replaced && (await fileOf(life, replaced))
  const target = { work: life.id, part: 'plan', ...(replaces && { replaces }) }
  const { answer, path } = await life.worker.beginTo(target, content.length, `${name}.pdf`)
  if (answer.status !== 201) return false
  await life.worker.send(path, 0, content.subarray(0, firstBytes))
  const { now } = life.model
  life.uploads.push({ path, content, file: { name, begunAt: now, arrivedAt: now } })
  return true
}

const finishUpload = async (life: Life, { path, content, file }: Upload, replaced?: string): Promise<void> => {
  // An upload that has been silent for too long has expired.
  if ((await life.worker.send(path, firstBytes, content.subarray(firstBytes))).status !== 204) return
  file.arrivedAt = life.model.now
  life.known.set(file.name, file)
  model.addFile(life.model, file, replaced)
}

/** What was expected, and what happened. */
type Outcome = [expected: boolean, happened: boolean] | undefined

const isDone = ({ status }: { status: number }): boolean => status === 200

const takeUpload = async (life: Life, does: 'upload' | 'replace' | 'begin' | 'finish'): Promise<Outcome> => {
  if (does === 'finish') {
    const upload = life.uploads.shift()
    if (upload) await finishUpload(life, upload)
    return undefined
  }
  const replaced = does === 'replace' ? life.model.files[0]?.name : undefined
  const running = life.uploads.filter(({ file }) => model.isRunning(life.model, file)).length
  const expected = model.mayBegin(life.model, running, replaced !== undefined)
  const begun = await beginUpload(life, replaced)
  if (begun && does !== 'begin') await finishUpload(life, life.uploads.pop()!, replaced)
  return [expected, begun]
}

/** A step of the captain or an organiser with the version that is stored. */
const takeStep = async (life: Life, move: model.WorkMove): Promise<Outcome> => {
  const { id, captain, worker } = life
  const { version, files } = await worker.read(id)
  const as = { headers: english(captain), params: { id } }
  switch (move.does) {
    case 'submit': {
      const expected = model.maySubmit(life.model)
      const body = { version, files: files.map((file) => file.id) }
      const submitting = () => site.ask(submitWork, { ...as, body })
      const answers = await Promise.all(move.twice ? [submitting(), submitting()] : [submitting()])
      const done = answers.filter(isDone).length
      if (expected) model.submit(life.model)
      // Of two at once, one is a step; the other one is told that something has changed.
      return [expected, done === 1]
    }
    case 'withdraw': {
      const expected = model.mayWithdraw(life.model)
      if (expected) model.withdraw(life.model)
      return [expected, isDone(await site.ask(withdrawWork, { ...as, body: { version } }))]
    }
    case 'revive': {
      const expected = model.mayRevive(life.model)
      if (expected) model.revive(life.model)
      return [expected, isDone(await site.ask(reviveWork, { ...as, body: { version } }))]
    }
    case 'discard': {
      const expected = model.mayDiscard(life.model)
      if (expected) model.discard(life.model, life.known)
      return [expected, isDone(await site.ask(discardWorkChanges, { ...as, body: { version } }))]
    }
    case 'decide': {
      const expected = model.mayDecide(life.model, move.decision)
      if (expected) model.decide(life.model, move.decision)
      const body = { works: [{ id, version }], decision: move.decision, reason: 'Because' }
      return [expected, isDone(await site.ask(decideWorks, { headers: english(organiser), body }))]
    }
    default:
      return undefined
  }
}

const takeMove = async (life: Life, move: model.WorkMove): Promise<Outcome> => {
  const { id, captain, member, team, worker } = life
  switch (move.does) {
    case 'edit': {
      const expected = model.mayEdit(life.model)
      if (expected) model.edit(life.model, move.title)
      return [expected, isDone(await worker.fill(id, { title: move.title }))]
    }
    case 'upload':
    case 'replace':
    case 'begin':
    case 'finish':
      return takeUpload(life, move.does)
    case 'remove': {
      const [first] = life.model.files
      const file = first && (await fileOf(life, first.name))
      if (!file) return undefined
      const expected = model.mayEdit(life.model)
      const answer = await site.ask(removeWorkFile, { headers: english(captain), params: { id, file } })
      if (expected) {
        life.model.files.shift()
        model.noteChange(life.model)
      }
      return [expected, isDone(answer)]
    }
    case 'extend': {
      // Of two extensions the later one counts: they are not granted in the same millisecond.
      life.model.now += 1
      site.clock.set(new Date(life.model.now))
      const until = life.model.closesAt + move.hours * 3_600_000
      const body = { kind: 'submission' as const, until: new Date(until).toISOString(), reason: 'Flood' }
      const answer = await site.ask(grantExtension, { headers: english(organiser), params: { id: team.id }, body })
      if (isDone(answer)) life.model.closesAt = until
      return [until > life.model.now, isDone(answer)]
    }
    case 'erase':
      if (life.model.people === 1) return undefined
      life.model.people = 1
      return [true, isDone(await deleteAccountOf(site, member))]
    case 'withdrawEnrolment': {
      const as = { headers: english(captain), params: { id: life.enrolmentId } }
      const { version } = (await site.ask(readEnrolment, as)).data
      // Whether it may be withdrawn is for the rules of enrolments.
      if (!isDone(await site.ask(withdrawEnrolment, { ...as, body: { version } }))) return undefined
      model.withdraw(life.model)
      life.model.isEnrolled = false
      return undefined
    }
    case 'notify':
      await notifyWorkDecisions(site.asProgram())
      await remindOfWorks(site.asProgram())
      return undefined
    case 'wait':
      life.model.now = model.laterThan(life.model, move.until)
      site.clock.set(new Date(life.model.now))
      return undefined
    default:
      return takeStep(life, move)
  }
}

/** The submissions as they are stored, and which one stands. */
const recordOf = async (id: WorkId) => {
  const { rows } = await site.pool.query<{ manifest: string }>(
    'select manifest from submission where work_id = $1 order by number',
    [id],
  )
  const [found] = (await site.pool.query('select state, submission, is_changed from work where id = $1', [id]))
    .rows as [{ state: string; submission: number | null; is_changed: boolean }]
  const submissions = rows.map(({ manifest }) => {
    const { title, parts, names } = readManifest(manifest)
    const files = parts.flatMap((part) => part.files.map(({ name }) => name.replace('.pdf', '')))
    return { title, files, people: names.length }
  })
  const stands = found.state !== 'draft' && found.state !== 'withdrawn' && found.submission !== null
  return {
    state: found.state,
    isChanged: found.is_changed,
    submissions,
    standing: stands ? submissions[found.submission! - 1]! : null,
  }
}

const modelled = (life: model.Model) => ({
  state: life.state,
  isChanged: life.isChanged,
  submissions: life.submissions,
  standing: model.standingOf(life),
})

/** The invariants that do not hold for a work. */
const findBroken = async (id: WorkId): Promise<string[]> => {
  const broken: string[] = []
  for (const { name, broken: query } of workInvariants) {
    const { rows } = await site.pool.query<{ id: string }>(query)
    if (rows.some((row) => row.id === id)) broken.push(name)
  }
  return broken
}

const live = async (moves: readonly model.WorkMove[]): Promise<void> => {
  site.clock.set(fixedNow)
  await site.pool.query('delete from throttle')
  const begun = await begin()
  const life: Life = {
    ...begun,
    known: new Map(),
    uploads: [],
    model: {
      now: fixedNow.getTime(),
      opensAt: daysFromNoon(-3).getTime(),
      closesAt: daysFromNoon(4).getTime(),
      state: 'draft',
      title: '',
      files: [],
      people: 2,
      confirmedFor: 0,
      isChanged: false,
      submissions: [],
      resubmitBy: 0,
      isEnrolled: true,
    },
  }
  for (const move of moves) {
    const outcome = await takeMove(life, move)
    const [expected, happened] = outcome ?? [true, true]
    const found = JSON.stringify({ happened, ...(await recordOf(begun.id)) })
    const wanted = JSON.stringify({ happened: expected, ...modelled(life.model) })
    // The report shortens differences; an error is shown whole.
    if (found !== wanted) throw new Error(`${JSON.stringify(move)} led to ${found} instead of ${wanted}`)
  }
  const broken = await findBroken(begun.id)
  if (broken.length > 0) throw new Error(`These do not hold: ${broken.join('; ')}`)
}

test('a captain who deletes their account leaves the submission and its files', async () => {
  site.clock.set(fixedNow)
  const { captain, member, id, worker } = await begin()
  await givePassword(site, captain)
  await worker.upload(id, 'plan', Buffer.from('%PDF-1.4\nx\n%%EOF\n'))
  await worker.fill(id)
  await worker.submit(id)
  site.clock.set(after(60_000))
  expect((await deleteAccountOf(site, captain)).status).toBe(200)
  expect((await deleteAccountOf(site, member)).status).toBe(200)
  const { rows } = await site.pool.query(
    `select file.state from submission_file join file on file.id = file_id where work_id = $1`,
    [id],
  )
  expect([rows, await findBroken(id), (await verifySubmissions(site.db)).broken]).toEqual([
    [{ state: 'stored' }],
    [],
    undefined,
  ])
})

const seconds = repetitions(60, 25, 300)

test('whatever teams and organisers do with a work, its submissions stand as they were made and the invariants hold', async ({
  annotate,
}) => {
  const lives = fc.array(model.anyWorkMove, { minLength: 5, maxLength: 40, size: 'max' })
  const outcome = await fc.check(fc.asyncProperty(lives, live), {
    numRuns: repetitions(4, 2_000, 2_000),
    includeErrorInReport: true,
    plugins: [fc.interruptAfterTimeLimit(seconds * 1_000)],
    seed: randomSeed,
  })
  await annotate(`${outcome.numRuns} lives, seed ${outcome.seed}`)
  expect(outcome.failed ? fc.defaultReportMessage(outcome) : 'held').toBe('held')
  const { broken } = await verifySubmissions(site.db)
  expect(broken).toBeUndefined()
}, 1_800_000)
