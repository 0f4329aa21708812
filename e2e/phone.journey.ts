import type { Locator, Page } from '@playwright/test'
import { expect, open, mainPath } from './journey.ts'
import { createCall, signUp, test } from './teacher.ts'

test.use({ site: 'office', expected: /ERR_INTERNET_DISCONNECTED/ })

/** The element that covers the top left of another one; there should be none. */
const coverOf = (locator: Locator): Promise<string | undefined> =>
  locator.evaluate((element) => {
    // Visually hidden inputs are pressed by their label.
    const seen = element.getBoundingClientRect().width < 4 ? (element.closest('label') ?? element) : element
    const { left, top, width } = seen.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + 3)
    const isSeen = found !== null && (seen.contains(found) || found.contains(seen))
    return isSeen ? undefined : `${seen.outerHTML.slice(0, 200)} under ${found?.outerHTML.slice(0, 200)}`
  })

const openForm = async (page: Page, baseURL: string): Promise<void> => {
  await signUp(page.context().request, baseURL, { isKnown: true })
  const call = createCall(page.context().request, baseURL)
  const { list: activities } = await call<{ list: { id: string; code: string }[] }>('get', '/api/activities')
  const { id: activityId } = activities.find(({ code }) => code === 'KC')!
  const { id: teamId } = await call<{ id: string }>('post', '/api/teams', { activityId, name: 'Chalk', slogan: '' })
  const { id } = await call<{ id: string }>('post', '/api/enrolments', { teamId })
  await open(page, `/EnrollFor/${activityId}/Form?enrolment=${id}`)
}

for (const [width, height] of [
  [390, 844],
  [375, 667],
  [360, 640],
] as const) {
  test.describe(`${width} × ${height}`, width === 360 ? mainPath : {}, () => {
    test.use({ viewport: { width, height }, hasTouch: true })

    test('every item of the menu can be reached', async ({ page }) => {
      await open(page, '/')
      await page.locator('summary[aria-label="Main menu"]').tap()
      const weak = page.getByRole('button', { name: 'Stronger colors' })
      await expect(weak).toBeInViewport({ ratio: 1 })
      expect(await coverOf(weak)).toBe(undefined)
      await weak.tap()
      await expect(page.locator('html')).toHaveAttribute('data-weak', '')
      const last = page.locator('header nav').first().getByRole('link').last()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport({ ratio: 0.9 })
    })

    test('the save state and the deadline stay visible and cover nothing', async ({ page, context, baseURL }) => {
      await openForm(page, baseURL!)
      const field = page.getByRole('textbox', { name: 'Phone number for this enrollment' })
      await field.fill('13900000000')
      const saved = page.getByRole('status').filter({ hasText: /^Saved at \d\d:\d\d$/ })
      await expect(saved).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(/^Due .+ left$/)).toBeInViewport({ ratio: 1 })

      // Moves backwards through the form: each field must be scrolled to below the bar.
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press('Shift+Tab')
        expect(await coverOf(page.locator(':focus'))).toBe(undefined)
      }

      await context.setOffline(true)
      await field.fill('13900000001')
      await expect(page.getByRole('status').filter({ hasText: 'kept on this device' })).toBeInViewport({ ratio: 1 })
      expect(await coverOf(field)).toBe(undefined)
      await context.setOffline(false)
      await expect(saved).toBeInViewport({ ratio: 1 })
    })
  })
}

test('reloading in the middle of a form causes no layout shift', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openForm(page, baseURL!)
  await page.getByRole('textbox', { name: 'Abstract' }).scrollIntoViewIfNeeded()
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await expect(page.getByText(/^Due .+ left$/)).toBeVisible()
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  expect(shift).toBeLessThan(0.05)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('the offline banner is visible at any scroll position', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/Note')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await context.setOffline(true)
  await expect(page.getByText('You are offline now')).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await expect(page.getByText('You are offline now')).toBeHidden()
})
