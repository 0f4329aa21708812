import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { listEnrolments, readDossier, type ListedEnrolment } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { readTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, daysFromNoon } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { createDraft, createSubmitted } from '../../testing/enrolments.ts'
import { givePassword } from '../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let editionId: EditionId
let course: ActivityId
let micro: ActivityId
let admin: TestPerson

const list = async (query = ''): Promise<Page<ListedEnrolment>> =>
  (await site.get(`/api/enrolments${query}`, english(admin))).data(listEnrolments)
const names = async (query = ''): Promise<string[]> => (await list(query)).list.map(({ team }) => team.name)

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  course = await createActivity(site, editionId, { code: 'KC' })
  micro = await createActivity(site, editionId, { code: 'WK' })
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

describe('the list', () => {
  test('counts days where the edition is', async () => {
    // In Shanghai the day after noon's begins at 16:00 in Greenwich.
    site.clock.set(daysFromNoon(4 / 24))
    const late = await createSubmitted(site, micro, 'Late')
    site.clock.set(fixedNow)
    expect(await names('?from=2031-05-21')).toEqual(['Late'])
    const body = { version: late.enrolment.version }
    await site.callAs(late.captain, 'POST', `/api/enrolments/${late.enrolment.id}/withdrawal`, body)
    expect(await names('?from=2031-05-21&state=withdrawn')).toEqual(['Late'])
    await site.call('DELETE', `/api/teams/${late.enrolment.team.id}`, {
      headers: english(late.captain),
      body: { name: 'Late' },
    })
    // A disbanded team has nothing to decide on.
    expect(await names('?from=2031-05-21')).toEqual([])
  })

  test('finds a team by its new name, and a draft by whoever has come', async () => {
    const { captain, enrolment } = await createDraft(site, course, 'Provisional')
    const team = (await site.get(`/api/teams/${enrolment.team.id}`, english(captain))).data(readTeam)
    const body = { version: team.version, name: 'Lasting', slogan: '' }
    await site.call('PUT', `/api/teams/${team.id}`, { headers: english(captain), body })
    expect([await names('?search=provisional'), await names('?search=lasting')]).toEqual([[], ['Lasting']])
  })
})

describe('a decision', () => {
  test('shows in the list until when nobody has been told of it', async () => {
    const { enrolment } = await createSubmitted(site, course, 'Decided')
    const one = { id: enrolment.id, version: enrolment.version }
    const body = { enrolments: [one], decision: 'returned', reason: 'Name the course' }
    await site.callAs(admin, 'POST', '/api/enrolments/decisions', body)
    const [row] = (await list('?search=decided')).list
    expect([row!.state, row!.reason, row!.notifyAt, row!.decidedAt, row!.resubmitBy]).toEqual([
      'returned',
      'Name the course',
      after(60_000).toISOString(),
      fixedNow.toISOString(),
      daysFromNoon(5).toISOString(),
    ])
  })

  test('on many tells which could not be made and why, and makes the others', async () => {
    const one = await createActivity(site, editionId, { code: 'ONE', capacity: 1 })
    const first = await createSubmitted(site, one, 'First')
    const decide = async (rows: readonly Pick<Enrolment, 'id' | 'version'>[], decision: string, reason?: string) =>
      (
        await site.callAs(admin, 'POST', '/api/enrolments/decisions', {
          enrolments: rows.map(({ id, version }) => ({ id, version })),
          decision,
          ...(reason && { reason }),
        })
      ).data(decideEnrolments)
    await decide([first.enrolment], 'rejected', 'Not a course')
    const second = await createSubmitted(site, one, 'Second')
    const rejected = { ...first.enrolment, version: first.enrolment.version + 1 }
    const { outcomes } = await decide([rejected, second.enrolment], 'submitted', 'After all')
    expect(outcomes).toEqual([
      { id: first.enrolment.id, refusal: 'All places are taken.', notifyAt: null },
      {
        id: second.enrolment.id,
        refusal: 'This is not possible in the current status of the enrollment. Reload to see it.',
        notifyAt: null,
      },
    ])
    expect(
      (await decide([rejected, second.enrolment], 'approved')).outcomes.map(({ refusal }) => refusal === null),
    ).toEqual([false, true])
    expect(await names(`?activity=${one}&state=approved`)).toEqual(['Second'])
  })
})

test('a user who deletes their account is named neither in what their team submitted nor in the search', async () => {
  const { captain, enrolment } = await createSubmitted(site, micro, 'Widowed', { realName: 'Zephyrine' })
  await givePassword(site, captain)
  expect(await names('?search=zephyrine')).toEqual(['Widowed'])
  await deleteAccountOf(site, captain)
  expect([await names('?search=zephyrine'), await names('?search=widowed')]).toEqual([[], ['Widowed']])
  const path = `/api/enrolments/${enrolment.id}/dossier`
  const { snapshot, province } = (await site.get(path, english(admin))).data(readDossier)
  expect([snapshot?.people.map(({ name, school }) => [name, school]), province]).toEqual([[['', null]], '110000'])
})
