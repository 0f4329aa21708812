import { findProblems } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { row, test } from './organiser.ts'

test.use({ site: 'office', expected: /status of 422/, contextOptions: { reducedMotion: 'reduce' } })

test(
  'an organiser makes a token for a program, sees it once, and ends it',
  mainPath,
  async ({ page, playwright, baseURL }) => {
    const name = `Register ${crypto.randomUUID().slice(0, 8)}`
    await open(page, '/Admin/AccessToken')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog', { name: 'New token' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create token' }).click()
    // What was typed stays, and the field that is missing says so.
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^Figures/ }).check()
    await dialog.getByRole('button', { name: 'Create token' }).click()

    const secretDialog = page.getByRole('dialog', { name: `The token “${name}”` })
    const secret = await secretDialog.getByRole('textbox').inputValue()
    expect(secret).toMatch(/^lectern_/)
    const program = await playwright.request.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { authorization: `Bearer ${secret}` },
    })
    expect((await program.get('/api/dashboard')).status()).toBe(200)
    expect((await program.get('/api/certificates')).status()).toBe(403)
    await secretDialog.getByRole('button', { name: 'Done' }).click()

    await expect(row(page, name)).toContainText('Valid')
    await expect(page.getByText(secret)).toHaveCount(0)
    expect(await findProblems(page)).toEqual([])
    await page.getByRole('button', { name: `Actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await expect(row(page, name)).toContainText('Ended')
    expect((await program.get('/api/dashboard')).status()).toBe(401)
    await program.dispose()

    await page.setViewportSize({ width: 320, height: 700 })
    await expectFits(page, 320)
  },
)
