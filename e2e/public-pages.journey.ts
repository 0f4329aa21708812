import { expect, open, test, mainPath } from './journey.ts'

const dayMilliseconds = 86_400_000

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'home shows on one screen what it is, who may take part, the deadline, and what to do',
    mainPath,
    async ({ page }) => {
      await open(page, '/')
      const hero = page.locator('#Banner5')
      const parts = [
        hero.getByRole('heading', { level: 1 }),
        hero.getByText('Open to serving teachers'),
        hero.getByText(/^Enrollment closes .*Beijing time/),
        hero.getByRole('timer'),
        hero.getByRole('link', { name: 'Enroll now' }),
      ]
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
      await expect(hero.getByRole('link')).toHaveCount(1)
    },
  )
})

test('the countdown follows the server’s clock, whatever the browser’s says', async ({ page, request }) => {
  type Activities = { data: { list: { id: string; standing: string }[] } }
  const { data } = (await (await request.get('/api/activities')).json()) as Activities
  const { id } = data.list.find(({ standing }) => standing === 'open' || standing === 'closingSoon')!
  await page.clock.setSystemTime(Date.now() + 2 * dayMilliseconds)
  for (const [path, place] of [
    ['/', '#Banner5'],
    [`/EnrollFor/${id}`, 'main header'],
  ] as const) {
    await open(page, path)
    const timer = page.locator(place).getByRole('timer')
    await expect(timer).toBeVisible()
    const until = Date.parse((await page.locator(`${place} time`).first().getAttribute('datetime'))!)
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = (await timer.textContent())!.match(/\d+/g)!.map(Number)
    const shownMilliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
    expect(Math.abs(shownMilliseconds - (until - Date.now()))).toBeLessThan(5_000)
  }
})

test('a block has its own page, which links back to the home page', async ({ page }) => {
  await open(page, '/home/content5')
  await expect(page.locator('main section')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/activities/i)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/Home\/Content5\?lang=en-US$/)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('#Banner5')).toBeVisible()
})

test('menu groups open by keyboard, and the current page is marked', async ({ page }) => {
  await open(page, '/')
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main menu' })
  await bar.getByLabel('Taking part').focus()
  await page.keyboard.press('Enter')
  await bar.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules')
  await expect(bar.getByRole('link', { name: 'Rules' })).toBeHidden()
  await bar.getByLabel('Taking part').click()
  await expect(bar.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('questions can be opened, and phone and mail are links', async ({ page }) => {
    await page.goto('/Contact_bac')
    const answer = page.locator('#Feature100 details').first()
    await answer.locator('summary').click()
    await expect(answer.locator('p').first()).toBeVisible()
    await expect(page.locator('#Contact0 a[href^="tel:"]').first()).toBeVisible()
    await expect(page.locator('#Contact0 a[href^="mailto:"]').first()).toBeVisible()
  })

  test('the rules have a table of contents and can be downloaded', async ({ page }) => {
    await page.goto('/Rules')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    const last = contents.getByRole('link').last()
    await last.click()
    await expect(page.locator(`[id="${(await last.getAttribute('href'))!.slice(1)}"]`)).toBeInViewport()
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as a web page' }).click()
    expect((await file).suggestedFilename()).toBe('Rules.html')
  })
})
