import type { Endpoint } from '@lectern/contract/endpoint.ts'
import {
  saveAmendment,
  saveAnswers,
  startAmendment,
  startEnrolment,
  submitEnrolment,
  type Enrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam, joinTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { addFile } from '../../testing/files.ts'
import { givePassword } from '../../testing/owners.ts'
import type { TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { enrolment } from '../enrolments/tables.ts'
import { outbox } from '../outbox/tables.ts'

let site: TestSite
let activityId: ActivityId

const question = (id: string, type: 'text' | 'file', personal: boolean): FormField => ({
  id,
  type,
  label: { 'zh-CN': id, 'en-US': id },
  help: {},
  required: false,
  personal,
})

beforeAll(async () => {
  site = await startSite()
  const fields = [
    question('topic', 'text', false),
    question('contact', 'text', true),
    question('second', 'text', true),
    question('plan', 'file', false),
  ]
  activityId = await createActivity(site, await createEdition(site), { fields })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const ask = async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, path: string, body?: unknown) =>
  (await site.call(endpoint.method, path, { headers, body })).data(endpoint)

const createTeacher = async (values: Parameters<typeof createKnownTeacher>[1] = {}) => {
  const teacher = await createKnownTeacher(site, values)
  await givePassword(site, teacher)
  return teacher
}

/** Two people with a draft: the captain 王芳, and 张伟, who deletes the account. */
const begin = async () => {
  const captain = await createTeacher()
  const leaving = await createTeacher({ realName: '张伟', phone: '+8613812340000', email: 'zhang.wei@example.org' })
  const team = await ask(createTeam, captain, '/api/teams', { activityId, name: 'Two', slogan: '' })
  await ask(joinTeam, leaving, `/api/joining/${team.invite!.code}`)
  return { captain, leaving, draft: await ask(startEnrolment, captain, '/api/enrolments', { teamId: team.id }) }
}

const save = async (who: TestPerson, draft: Enrolment, answers: Answers): Promise<Enrolment> => {
  const { version } = draft
  const saved = await ask(saveAnswers, who, `/api/enrolments/${draft.id}/answers`, {
    version,
    answers,
  })
  return { ...draft, version: saved.version }
}

const submit = (who: TestPerson, { id, version }: Enrolment) =>
  ask(submitEnrolment, who, `/api/enrolments/${id}/submission`, { version })

const remove = (who: TestPerson) => deleteAccountOf(site, who)

const kept = async ({ id }: Enrolment) => {
  const { answers, amendment } = enrolment
  const [row] = await site.db.select({ answers, amendment }).from(enrolment).where(eq(enrolment.id, id))
  return row!
}

describe('while others of the team are left', () => {
  it.each(['13812340000', '+86 138-1234-0000', '１３８１２３４００００', 'Zhang.Wei@example.org', '联系人张伟'])(
    'a personal answer goes that holds who is gone, whoever typed it: %s',
    async (contact) => {
      const { captain, leaving, draft } = await begin()
      await submit(captain, await save(captain, draft, { topic: 'Optics', contact, second: '13900000000' }))
      await remove(leaving)
      expect(await kept(draft)).toEqual({ answers: { topic: 'Optics', second: '13900000000' }, amendment: null })
    },
  )

  it('a personal answer goes that they typed; those of others stay, and what is not personal', async () => {
    const { captain, leaving, draft } = await begin()
    const first = await save(leaving, draft, { topic: 'Optics', contact: 'My neighbor' })
    await submit(captain, await save(captain, first, { topic: 'Optics', contact: 'My neighbor', second: 'My own' }))
    await remove(leaving)
    expect((await kept(draft)).answers).toEqual({ topic: 'Optics', second: 'My own' })
  })

  it('of a list of files only theirs go', async () => {
    const { captain, leaving, draft } = await begin()
    const [ours, theirs] = [
      await addFile(site.db, { purpose: 'answer', ownerId: captain.id }),
      await addFile(site.db, { purpose: 'answer', ownerId: leaving.id }),
    ]
    const first = await save(leaving, draft, { plan: { files: [theirs] } })
    await save(captain, first, { plan: { files: [theirs, ours] } })
    await remove(leaving)
    expect((await kept(draft)).answers).toEqual({ plan: { files: [ours] } })
  })

  it('an answer stays that somebody else has given anew since', async () => {
    const { captain, leaving, draft } = await begin()
    const first = await save(leaving, draft, { contact: 'My neighbor' })
    site.clock.set(after(2 * 3_600_000))
    await save(captain, first, { contact: 'The captain’s neighbor' })
    await remove(leaving)
    expect((await kept(draft)).answers).toEqual({ contact: 'The captain’s neighbor' })
  })

  it('a draft loses it too, and no open form writes it back', async () => {
    const { captain, leaving, draft } = await begin()
    const open = await save(leaving, draft, { topic: 'Optics', contact: '13812340000' })
    await remove(leaving)
    expect((await kept(draft)).answers).toEqual({ topic: 'Optics' })
    await expect(save(captain, open, { topic: 'Waves', contact: '13812340000' })).rejects.toThrow('resource.changed')
  })

  it('so do changes that are not submitted yet', async () => {
    const { captain, leaving, draft } = await begin()
    const sent = await submit(captain, await save(captain, draft, { topic: 'Optics' }))
    const { id, version } = sent
    const started = await ask(startAmendment, captain, `/api/enrolments/${id}/amendment`, { version })
    const changes = { version: started.amendment!.version, answers: { topic: 'Waves', contact: 'My neighbor' } }
    const open = await ask(saveAmendment, leaving, `/api/enrolments/${id}/amendment`, changes)
    await remove(leaving)
    expect(await kept(draft)).toEqual({ answers: { topic: 'Optics' }, amendment: { topic: 'Waves' } })
    const again = { ...changes, version: open.version }
    await expect(ask(saveAmendment, captain, `/api/enrolments/${id}/amendment`, again)).rejects.toThrow(
      'resource.changed',
    )
  })

  it('what was submitted names no file that went with its owner; files of others stay', async () => {
    const one = await begin()
    const plan = { file: await addFile(site.db, { ownerId: one.leaving.id, purpose: 'answer' }) }
    await submit(one.captain, await save(one.leaving, one.draft, { topic: 'Optics', plan }))
    await remove(one.leaving)
    expect((await kept(one.draft)).answers).toEqual({ topic: 'Optics' })
    const { captain, leaving, draft } = await begin()
    const own = { file: await addFile(site.db, { ownerId: captain.id, purpose: 'answer' }) }
    await submit(captain, await save(captain, draft, { plan: own }))
    await remove(leaving)
    expect((await kept(draft)).answers).toEqual({ plan: own })
  })

  it('a receipt that waits leaves without the team, and names nobody who is gone', async () => {
    const { captain, leaving, draft } = await begin()
    await submit(captain, await save(captain, draft, { topic: 'Optics' }))
    const receipts = async () => {
      const letters = await site.db.select().from(outbox).where(eq(outbox.accountId, captain.id))
      const about = letters.filter(({ state, content }) => state === 'waiting' && content['link']?.includes(draft.id))
      return about.map(({ content }) => [Object.keys(content).toSorted(), content['addition']?.includes('张伟')])
    }
    expect(await receipts()).toEqual([[['addition', 'additionAbout', 'body', 'link', 'title'], true]])
    await remove(leaving)
    expect(await receipts()).toEqual([[['body', 'link', 'title'], undefined]])
    const { rows } = await site.pool.query(`select from outbox where strpos(content::text, '张伟') > 0`)
    expect(rows).toEqual([])
  })
})
