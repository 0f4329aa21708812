import type { ActivityId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { exportMyData } from '@lectern/contract/accounts/my-data.ts'
import { invite, answerInvitation, joinTeam, createTeam } from '@lectern/contract/teams/teams.ts'
import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { decideWorks, readWorkDossier } from '@lectern/contract/works/work-office.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { givePassword } from '../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity, workerOf } from '../../testing/works.ts'

let site: TestSite
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  activityId = await createWorkActivity(site, await createEdition(site))
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`)

/** A captain, a member and an advisor, with an approved enrolment. */
const createThree = async () => {
  const [captain, member] = [await createKnownTeacher(site), await createKnownTeacher(site, { realName: '李雷' })]
  const advisor = await createKnownTeacher(site)
  for (const person of [captain, member]) await givePassword(site, person)
  const as = { headers: english(captain) }
  const team = (await site.ask(createTeam, { ...as, body: { activityId, name: '星火', slogan: '' } })).data
  await site.ask(joinTeam, { headers: english(member), params: { code: team.invite!.code }, query: {} })
  const params = { id: team.id }
  const invited = (await site.ask(invite, { ...as, params, body: { to: advisor.username, role: 'advisor' } })).data
  const invitationId = invited.invitations.at(-1)!.id
  await site.ask(answerInvitation, { headers: english(advisor), params: { id: invitationId }, body: { accept: true } })
  const draft = (await site.ask(startEnrolment, { ...as, body: { teamId: team.id } })).data
  const body = { version: draft.version }
  const sent = (await site.ask(submitEnrolment, { ...as, params: { id: draft.id }, body })).data
  const enrolments = [{ id: sent.id, version: sent.version }]
  await site.ask(decideEnrolments, { headers: english(organiser), body: { enrolments, decision: 'approved' } })
  const worker = workerOf(site, captain)
  const { id } = await worker.start(sent.id)
  return { captain, member, advisor, worker, id }
}

const filesOf = async (id: string): Promise<{ name: string; state: string; position: number | null }[]> =>
  (
    await site.pool.query(
      `select name, state, position from work_file join file using (id) where work_id = $1 order by name`,
      [id],
    )
  ).rows

test('everybody in a team exports the works with their texts, files and submissions', async () => {
  const { member, worker, id } = await createThree()
  await worker.upload(id, 'plan', pdf('first'))
  await worker.fill(id)
  await worker.submit(id)
  const { text } = await site.get(exportMyData.path, english(member))
  const { works } = JSON.parse(text) as { works: Record<string, unknown>[] }
  expect(works).toEqual([
    expect.objectContaining({
      title: '空间与图形',
      state: 'submitted',
      texts: [{ part: 'Part idea', text: '一个想法' }],
      files: [expect.objectContaining({ part: 'Part plan', name: 'plan.pdf' })],
      submissions: [expect.objectContaining({ number: 1 })],
    }),
  ])
})

test('what a member uploaded stays with the team; the certificate names of a draft are to be confirmed again', async () => {
  const { member, worker, id } = await createThree()
  await workerOf(site, member).upload(id, 'plan', pdf('theirs'))
  await worker.fill(id)
  expect((await deleteAccountOf(site, member)).status).toBe(200)
  expect(await filesOf(id)).toEqual([{ name: 'plan.pdf', state: 'stored', position: 0 }])
  const { names, areNamesConfirmed } = await worker.read(id)
  expect([names.map(({ name }) => name), areNamesConfirmed]).toEqual([['王芳', '王芳'], false])
  await worker.fill(id)
  expect((await worker.submit(id)).data.submissions.length).toBe(1)
})

test('what was submitted stays as it was signed, and hints about the person go', async () => {
  const { member, worker, id } = await createThree()
  await workerOf(site, member).upload(id, 'plan', pdf('theirs'))
  await workerOf(site, member).upload(id, 'plan', pdf('unneeded'), { name: 'second.pdf' })
  await worker.fill(id, { title: '李雷的课' })
  await worker.submit(id)
  const hintsIn = async () =>
    (await site.ask(readWorkDossier, { headers: english(organiser), params: { id } })).data.leaks.map(
      ({ value }) => value,
    )
  expect(await hintsIn()).toEqual(['李雷'])
  await deleteAccountOf(site, member)
  expect((await filesOf(id)).map(({ state }) => state)).toEqual(['stored', 'stored'])
  expect(await hintsIn()).toEqual([])
  const dossier = (await site.ask(readWorkDossier, { headers: english(organiser), params: { id } })).data
  expect(dossier.versions[0]!.names.map(({ name }) => name)).toEqual(['王芳', '李雷', '王芳'])
})

test('files that nobody needs any more go with the last account of a team', async () => {
  const { captain, member, advisor, worker, id } = await createThree()
  await givePassword(site, advisor)
  await worker.upload(id, 'plan', pdf('draft'))
  for (const person of [advisor, member, captain]) expect((await deleteAccountOf(site, person)).status).toBe(200)
  expect(await filesOf(id)).toEqual([{ name: 'plan.pdf', state: 'removed', position: null }])
})

test('members and advisors are told what their captain has to do', async () => {
  const { captain, member, advisor, worker, id } = await createThree()
  const stepsOf = async () => {
    const steps = []
    for (const person of [captain, member, advisor]) {
      const asked = { headers: english(person), params: { id: activityId } }
      const { step, turn } = (await site.ask(readNextStep, asked)).data
      steps.push(`${step} ${turn}`)
    }
    return steps
  }
  const seen = [await stepsOf()]
  await worker.upload(id, 'plan', pdf('first'))
  await worker.fill(id)
  seen.push(await stepsOf())
  await worker.submit(id)
  seen.push(await stepsOf())
  const { version } = await worker.read(id)
  const body = { works: [{ id, version }], decision: 'returned' as const, reason: 'Again' }
  await site.ask(decideWorks, { headers: english(organiser), body })
  seen.push(await stepsOf())
  expect(seen).toEqual([
    ['prepareWork own', 'prepareWork own', 'prepareWork others'],
    ['submitWork own', 'submitWork others', 'submitWork others'],
    ['workSubmitted none', 'workSubmitted none', 'workSubmitted none'],
    ['resubmitWork own', 'resubmitWork others', 'resubmitWork others'],
  ])
})
