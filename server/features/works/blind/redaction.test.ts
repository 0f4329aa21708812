import type { ActivityId, EditionId, FileId, RedactionId } from '@lectern/contract/ids.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import type { RedactionDecision } from '@lectern/contract/works/work-values.ts'
import { decideRedaction, readWorkDossier } from '@lectern/contract/works/work-office.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEdition } from '../../../testing/contest.ts'
import { pdfSample } from '../../../testing/document-samples.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { openRound } from '../../../testing/rounds.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { uploaderOf } from '../../../testing/uploads.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { inspectFile } from '../checks/inspection.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let first: TestPerson
let second: TestPerson
let opened: Awaited<ReturnType<typeof openRound>>
let fileId: FileId
let copy: Buffer

beforeAll(async () => {
  site = await startSite()
  first = await createPerson(site, { access: 'admin', realName: 'Zhao Min' })
  second = await createPerson(site, { access: 'admin', realName: 'Qian Shu', email: 'qian@example.org' })
  copy = await pdfSample(3)
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
})
afterAll(() => site.close())

beforeEach(async () => {
  opened = await openRound(site, { editionId, activityId, organiser: first, works: 1, experts: 2, withFiles: true })
  fileId = (await dossierFor(second)).files[0]!.id
})

const workId = () => opened.works[0]!.workId

const dossierFor = async (who: TestPerson) =>
  (await site.ask(readWorkDossier, { headers: english(who), params: { id: workId() } })).data

const redact = async (who: TestPerson, reason?: string) => {
  const uploads = uploaderOf(site, who)
  const target = { work: workId(), redacts: fileId, ...(reason !== undefined && { reason }) }
  const { answer, path } = await uploads.begin({ size: copy.length, purpose: 'work', name: 'copy.pdf', target })
  return path === '' ? answer.failure().error : (await uploads.send(path, 0, copy)).error
}

const decide = (who: TestPerson, redaction: RedactionId, decision: RedactionDecision) =>
  site.ask(decideRedaction, { headers: english(who), params: { id: workId(), redaction }, body: { decision } })

/** The file as an expert gets it, once the task has made the copy. */
const readAsExpert = async (): Promise<string> => {
  await inspectFile(site.asProgram(), fileId)
  const { token } = opened.assignments[0]!
  const { headers } = opened.experts[0]!.person
  const answer = await fetch(`${site.url}/api/review/files/${token}/1`, { headers })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

const proposed = async (): Promise<RedactionId> => {
  expect(await redact(first, 'Page 2 names the school')).toBeUndefined()
  return (await dossierFor(second)).redactions.find(({ decision }) => decision === null)!.id
}

test('what experts are judging is replaced once a second organiser confirms it; the dossier tells who, when and why', async () => {
  const before = await readAsExpert()
  expect(await redact(first)).toBe('work.judgedAlready')
  const id = await proposed()
  expect(await readAsExpert()).toBe(before)
  expect(await redact(second, 'Again')).toBe('work.redactionWaiting')

  expect((await decide(first, id, 'confirmed')).failure().error).toBe('work.secondNeeded')
  expect((await dossierFor(first)).redactions[0]!.whyNotConfirm).toBe(
    'You proposed this copy. Another organizer has to confirm it.',
  )
  expect(await readAsExpert()).toBe(before)

  expect((await decide(second, id, 'confirmed')).status).toBe(200)
  const { redactions, isJudged } = await dossierFor(second)
  expect([redactions, isJudged]).toEqual([
    [
      {
        id,
        file: { id: fileId, name: 'plan.pdf' },
        copy: expect.any(String) as string,
        reason: 'Page 2 names the school',
        proposedBy: 'Zhao Min',
        proposedAt: fixedNow.toISOString(),
        decision: 'confirmed',
        decidedBy: 'Qian Shu',
        decidedAt: fixedNow.toISOString(),
        whyNotConfirm: null,
      },
    ],
    true,
  ])
  expect(await readAsExpert()).not.toBe(before)
  expect((await decide(second, id, 'refused')).failure().error).toBe('work.redactionNotFound')
  const { rows } = await site.pool.query<{ action: string; actor_id: string }>(
    `select action, actor_id from audit where subject_id = $1 and action like 'work.%edact%' order by action desc`,
    [workId()],
  )
  expect(rows).toEqual([
    { action: 'work.redactionProposed', actor_id: first.id },
    { action: 'work.fileRedacted', actor_id: second.id },
  ])
})

test('those who may confirm a copy are notified, until somebody decides', async () => {
  const participant = opened.works[0]!.captain
  await site.pool.query(`update account set access = 'admin' where id = $1`, [participant.id])
  const noticesOf = async (who: TestPerson) =>
    (await site.ask(listNotices, { headers: english(who), query: {} })).data.list.filter(({ link }) =>
      link?.startsWith('/Admin'),
    )
  const id = await proposed()
  const { number } = (await dossierFor(second)).work
  expect(await Promise.all([first, participant].map(noticesOf))).toEqual([[], []])
  expect((await noticesOf(second)).map(({ title, body, link }) => [title, body, link])).toEqual([
    [
      `Redacted copy waits for confirmation: ${number}`,
      `${first.username} proposed another copy of a file for the experts: “Course Innovation”, ${number}. A second organizer has to confirm it; until then experts see what they saw. Reason: Page 2 names the school`,
      `/Admin/Work/${workId()}#redaction-${id}`,
    ],
  ])
  const letters = async () =>
    (
      await site.pool.query<{ state: string; recipient: string }>(
        `select state, recipient from outbox where content ->> 'link' = $1`,
        [`/Admin/Work/${workId()}#redaction-${id}`],
      )
    ).rows
  expect(await letters()).toEqual([{ state: 'waiting', recipient: 'qian@example.org' }])
  expect((await decide(second, id, 'refused')).status).toBe(200)
  expect(await noticesOf(second)).toEqual([])
  // Nobody is asked by mail for what is decided.
  expect(await letters()).toEqual([{ state: 'expired', recipient: 'qian@example.org' }])
})

test('a refused copy reaches no expert, and leaves room for another one', async () => {
  const before = await readAsExpert()
  expect((await decide(second, await proposed(), 'refused')).status).toBe(200)
  expect(await readAsExpert()).toBe(before)
  // Whoever proposed it may take it back.
  expect((await decide(first, await proposed(), 'refused')).status).toBe(200)
  expect((await dossierFor(first)).redactions.map(({ decision }) => decision)).toEqual(['refused', 'refused'])
})

test('organisers who take part neither propose nor confirm a copy', async () => {
  const participant = opened.works[0]!.captain
  await site.pool.query(`update account set access = 'admin' where id = $1`, [participant.id])
  expect(await redact(participant, 'Ours is better')).toBe('organiser.takesPart')
  const before = await readAsExpert()
  expect((await decide(participant, await proposed(), 'confirmed')).failure().error).toBe('organiser.takesPart')
  expect(await readAsExpert()).toBe(before)
})

test('whoever is no organiser any more when the upload ends puts no copy in place', async () => {
  await site.pool.query(`update entry set removed_at = now(), removed_reason = 'Check' where work_id = $1`, [workId()])
  const leaver = await createPerson(site, { access: 'admin' })
  const uploads = uploaderOf(site, leaver)
  const target = { work: workId(), redacts: fileId }
  const { path } = await uploads.begin({ size: copy.length, purpose: 'work', name: 'copy.pdf', target })
  await site.pool.query(`update account set access = 'user' where id = $1`, [leaver.id])
  expect((await uploads.send(path, 0, copy)).error).toBe('access.refused')
  const { rows } = await site.pool.query(`select redacted_id from work_file where id = $1`, [fileId])
  expect(rows).toEqual([{ redacted_id: null }])
})

test('before the round opens one organiser is enough', async () => {
  await site.pool.query(`update entry set removed_at = now(), removed_reason = 'Check' where work_id = $1`, [workId()])
  expect(await redact(first)).toBeUndefined()
  expect((await dossierFor(first)).redactions).toEqual([])
  const { rows } = await site.pool.query<{ redacted: boolean }>(
    `select redacted_id is not null as redacted from work_file where id = $1`,
    [fileId],
  )
  expect(rows).toEqual([{ redacted: true }])
})
