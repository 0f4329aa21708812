import { findProblems } from './axe.ts'
import { expect, expectFits, mainPath, open } from './journey.ts'
import { row } from './organiser.ts'
import { createCall, plainActivity, signUp, test } from './teacher.ts'

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' } })

interface Stored {
  id: string
  version: number
}

test(
  'a team asks for a camera, and an organiser lends it and takes it back',
  mainPath,
  async ({ page, baseURL, office, callAsOrganiser }) => {
    const teacher = await signUp(page.context().request, baseURL!, { isKnown: true })
    const call = createCall(page.context().request, baseURL!)
    const { edition } = await callAsOrganiser<{ edition: string }>('get', '/api/enrolments/choices')
    const { id: activityId, ...activity } = await callAsOrganiser<Stored>('post', '/api/activities', {
      ...plainActivity,
      code: `L${teacher.username.slice(-5)}`.toUpperCase(),
      name: { 'en-US': 'Recorded lessons' },
      editionId: edition,
    })
    await callAsOrganiser('put', `/api/activities/${activityId}/state`, {
      state: 'published',
      version: activity.version,
    })
    const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString()
    await callAsOrganiser('post', '/api/phases', {
      editionId: edition,
      activityId,
      kind: 'enrolment',
      opensAt: days(-2),
      closesAt: days(2),
      graceMinutes: 0,
    })
    const name = `Camera ${teacher.username}`
    const team = await call<Stored>('post', '/api/teams', { activityId, name, slogan: '' })
    const { id, version } = await call<Stored>('post', '/api/enrolments', { teamId: team.id })
    const sent = await call<Stored>('post', `/api/enrolments/${id}/submission`, { version })
    const decision = { enrolments: [{ id, version: sent.version }], decision: 'approved' }
    await callAsOrganiser('post', '/api/enrolments/decisions', decision)

    await open(page, '/account/Loan')
    const loans = page.getByRole('region', { name })
    await loans.getByLabel('What you need it for, and when').fill('One lesson on Monday')
    await loans.getByRole('button', { name: 'Ask for it' }).click()
    await expect(loans.getByRole('listitem')).toContainText('Camera · Requested')
    await expect(loans).toContainText('That must be settled first.')
    expect(await findProblems(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFits(page, 320)

    await open(office, `/Admin/Loan?search=${encodeURIComponent(name)}`)
    const listed = row(office, name)
    await listed.getByRole('checkbox').check()
    await office.getByRole('button', { name: 'Lend', exact: true }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Lend', exact: true }).click()
    await expect(office.getByRole('status').filter({ hasText: '1 request granted' })).toBeVisible()
    await expect(listed).toContainText('Lent')

    await listed.getByRole('button', { name: /^Actions/ }).click()
    await office.getByRole('menuitem', { name: 'Equipment is back' }).click()
    await expect(listed).toContainText('Given back')
  },
)
