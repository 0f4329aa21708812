import type { CDPSession, Page } from '@playwright/test'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, mainPath } from './journey.ts'
import { signUp, test as base, type Teacher } from './teacher.ts'

const test = base.extend<{ device: CDPSession }>({
  /** A phone that keeps passkeys, and whose owner always confirms. */
  device: async ({ page }, provide) => {
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await provide(device)
  },
})

test.use({
  site: 'named',
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  expected: /status of (401|422)/,
})

const expectAccessible = async (page: Page): Promise<void> => {
  await expectFits(page, 390)
  expect(await findProblems(page, { within: 'main' })).toEqual([])
}

const addPasskey = async (page: Page, { password }: Pick<Teacher, 'password'>): Promise<void> => {
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const dialog = page.getByRole('dialog')
  await open(page, '/account/settings?tab=security')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(passkeys.getByText(/^The passkey “.+” was added$/)).toBeVisible()
}

test(
  'a passkey is added on the phone, signs in without a name, is listed as used, and removed',
  mainPath,
  async ({ page, device, teacher }) => {
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    const dialog = page.getByRole('dialog')
    await open(page, '/account/settings?tab=security')
    await expect(passkeys.getByText('No passkeys yet')).toBeVisible()
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Current password').fill(teacher.password)
    expect(await findProblems(page, { within: '[role=dialog], dialog' })).toEqual([])
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(passkeys.getByText(/^The passkey “.+” was added$/)).toBeVisible()
    await expect(passkeys.getByText('Not used yet')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('banner').getByLabel(`Account of ${teacher.username}`).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await open(page, '/account/Login?redirect=%2FNews')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/News$/)

    await open(page, '/account/settings?tab=security')
    await expect(passkeys.getByText(/^Last used /)).toBeVisible()
    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(passkeys.getByText('The passkey was removed')).toBeVisible()
    await expect(passkeys.getByText('No passkeys yet')).toBeVisible()

    // The device still has it; the site says that it does not know it.
    await page.context().clearCookies()
    await open(page, '/account/Login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey is not known here')).toBeVisible()
    await device.send('WebAuthn.disable')
    await device.detach()
  },
)

test('the owner deletes the account with a passkey in place of the password', async ({ page, device, teacher }) => {
  const dialog = page.getByRole('dialog')
  await addPasskey(page, teacher)

  await open(page, '/account/settings?tab=data')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const confirm = dialog.getByRole('button', { name: 'Delete and confirm with a passkey' })
  await expect(confirm).toBeVisible()
  expect(await findProblems(page, { within: '[role=dialog], dialog' })).toEqual([])
  // The name is asked for before the device is.
  await confirm.click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await dialog.getByLabel(`To confirm, type “${teacher.username}”`).fill(teacher.username)
  await confirm.click()
  await dialog.getByRole('button', { name: 'Back to home' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await device.send('WebAuthn.disable')
  await device.detach()
})

test('an organiser sets the mail server and removes it, confirming with a passkey in place of the password', async ({
  page,
  device,
  baseURL,
}) => {
  await addPasskey(page, await signUp(page.context().request, baseURL!, { access: 'admin' }))
  await open(page, '/Admin/Setting?tab=mail')
  const mail = page.locator('#mail')
  await mail.getByRole('textbox', { name: 'SMTP server' }).fill('smtp.example.org')
  await mail.getByRole('textbox', { name: 'Mailbox username' }).fill('contest@example.org')
  await mail.getByLabel('Mailbox password').fill('grant-code')
  await mail.getByRole('textbox', { name: 'Sender address' }).fill('contest@example.org')
  await mail.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('Saved and in force')).toBeVisible()
  await mail.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Mail server removed')).toBeVisible()
  await device.send('WebAuthn.disable')
  await device.detach()
})
