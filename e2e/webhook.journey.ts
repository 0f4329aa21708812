import { findProblems } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { row, test } from './organiser.ts'
import { silentReceiver } from './sites.ts'

test.use({ site: 'office', expected: /status of 422/, contextOptions: { reducedMotion: 'reduce' } })

test(
  'an organiser makes a webhook, hands over its key, sees why a test does not arrive, and pauses it',
  mainPath,
  async ({ page }) => {
    const name = `Register ${crypto.randomUUID().slice(0, 8)}`
    const act = async (action: string): Promise<void> => {
      await page.getByRole('button', { name: `Actions for “${name}”` }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await open(page, '/Admin/Webhook')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://register.invalid/lectern')
    await dialog.getByRole('checkbox', { name: 'Certificate issued' }).check()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    // What was typed stays, and the field that is wrong says so.
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    expect(await findProblems(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${silentReceiver}/lectern`)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()

    const key = page.getByRole('dialog', { name: `Public key of “${name}”` })
    await expect(key.getByRole('textbox')).toHaveValue(/^whpk_/)
    await key.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, name)).toContainText('Active')

    await act('Send a test')
    const answer = page.getByRole('dialog', { name: `Test of “${name}”` })
    await expect(answer).toContainText('No connection')
    await answer.getByRole('button', { name: 'Close' }).click()

    await act('Pause')
    await expect(row(page, name)).toContainText('Paused')
    await act('Deliveries')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    expect(await findProblems(page)).toEqual([])
    await open(page, '/Admin/Webhook')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectFits(page, 320)
  },
)
