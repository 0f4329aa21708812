import { findProblems } from './axe.ts'
import { expect, expectFits, open, watchContext, mainPath } from './journey.ts'
import { test } from './organiser.ts'
import { signUp } from './teacher.ts'

test.use({ expected: /status of 403/, contextOptions: { reducedMotion: 'reduce' } })

test(
  'an organiser gives a colleague the content; the colleague’s menu follows, and another page says whom to ask',
  mainPath,
  async ({ page, browser, baseURL, expected, complaints }) => {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', reducedMotion: 'reduce' })
    watchContext(context, baseURL!, expected, complaints)
    const { uid } = await signUp(context.request, baseURL!, { access: 'admin', isKnown: true })
    const colleague = await context.newPage()
    await open(colleague, '/Admin/Setting')
    await expect(colleague.getByRole('link', { name: 'Works', exact: true })).toBeVisible()

    await open(page, `/Admin/Member?id=${uid}`)
    const duties = page.getByRole('form', { name: 'Duties' })
    await expect(duties.getByRole('checkbox', { name: /^Audit/ })).toBeDisabled()
    for (const name of [/^Contest/, /^People/, /^System/]) await duties.getByRole('checkbox', { name }).uncheck()
    await duties.getByRole('button', { name: 'Save duties' }).click()
    await expect(page.getByText('The duties have been saved.')).toBeVisible()
    expect(await findProblems(page)).toEqual([])

    // What other duties cover is not even asked for.
    const refused: string[] = []
    colleague.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))
    await open(colleague, '/account/settings')
    await expect(colleague.getByRole('main').getByText('Your duties: Content')).toBeVisible()
    await open(colleague, '/Admin')
    await expect(colleague.getByRole('main').getByText('Your duties: Content')).toBeVisible()
    await colleague
      .getByRole('banner')
      .getByLabel(/^Account of/)
      .click()
    await expect(colleague.getByRole('banner').getByText('Your duties: Content')).toBeVisible()
    await colleague.keyboard.press('Escape')
    expect(refused).toEqual([])
    const menu = colleague.getByRole('navigation', { name: 'Office' })
    await expect(menu.getByRole('link', { name: 'News' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await open(colleague, '/Admin/Member')
    await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Somebody else is responsible for this page')
    await expect(menu.locator('[aria-current=page]')).toHaveCount(0)
    await expect(colleague.getByText(/^Ask: .+/)).toBeVisible()
    expect(await findProblems(colleague)).toEqual([])
    await colleague.setViewportSize({ width: 320, height: 700 })
    await expectFits(colleague, 320)
    await context.close()
  },
)
