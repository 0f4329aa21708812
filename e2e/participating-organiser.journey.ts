import { expect, open } from './journey.ts'
import { row } from './organiser.ts'
import { createCall, signUp, test } from './teacher.ts'

test.use({ site: 'office', locale: 'en-US', contextOptions: { reducedMotion: 'reduce' } })

test('an organiser who takes part reads why they can change neither the activity nor its phases', async ({
  page,
  baseURL,
}) => {
  const { request } = page.context()
  await signUp(request, baseURL!, { access: 'admin', isKnown: true })
  const call = createCall(request, baseURL!)
  type Activities = { list: { id: string; standing: string; cover: object | null }[] }
  const { list } = await call<Activities>('get', '/api/activities?pageSize=50')
  // Those of other journeys have no cover.
  const { id: activityId } = list.find(({ standing, cover }) => standing === 'open' && cover)!
  await call('post', '/api/teams', { activityId, name: 'Zhao and friends', slogan: '' })
  const reason = /^You are in a team of “.+”, or invited to one\. Another organizer has to do this\.$/

  await open(page, `/Admin/Activity/Edit?id=${activityId}`)
  await expect(page.getByText(reason)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Archive' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled()
  await expect(page.getByRole('group', { name: 'Cover' }).getByRole('button', { name: 'Remove' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  await open(page, '/Admin/Announcement/Edit')
  await expect(page.getByText(reason)).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeDisabled()

  await open(page, '/Admin/Phase')
  await row(page, 'Whole edition').getByRole('button').click()
  await expect(page.getByRole('menu').getByText(reason)).toBeVisible()
})
