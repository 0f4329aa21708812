import type { Locale } from '@lectern/contract/locales.ts'
import type { IdAfter, MessageId } from '@lectern/messages/message-id.ts'
import type { Locator, Page } from '@playwright/test'
import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
import { t as sayIn } from '../server/platform/messages.ts'
import { findProblems } from './axe.ts'
import { expect, expectFits, open, ready } from './journey.ts'
import { organiser } from './sites.ts'

export type Say = (id: MessageId, values?: Record<string, string>) => string

export const sayerOf =
  (locale: Locale): Say =>
  (id, values) =>
    sayIn(locale, id, values)

/** Errors that these journeys cause: providers are other hosts, and the pages of `oidc-provider` name a font of a third. */
export const expectedWithProviders =
  /status of (401|404|422)|asked another host: http:\/\/127\.0\.0\.1|fonts\.googleapis/

export const withoutForeignFonts = (page: Page): Promise<unknown> =>
  page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))

export interface NewProvider {
  adapter: SignInAdapterName
  key: string
  name: string
  address: string
  secret?: string
}

/** Whoever looks at a screen of sign-in at this width sees all of it, and hears what it is. */
export const expectSound = async (page: Page, within = 'main'): Promise<void> => {
  await expectFits(page, page.viewportSize()!.width)
  // The header stays where it is, and would cover a part of what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findProblems(page, { within })).toEqual([])
}

/** The organiser sets a provider up, in the office. */
export const setUpProvider = async (page: Page, say: Say, provider: NewProvider): Promise<void> => {
  const { adapter, key, name, address, secret } = provider
  const text = (id: IdAfter<'office.settings.provider.'>): string => say(`office.settings.provider.${id}`)
  await open(page, '/Admin/Setting?tab=signIn')
  await page.getByRole('button', { name: text('add') }).click()
  const dialog = page.getByRole('dialog', { name: text('add') })
  await dialog.getByRole('radio', { name: say(`office.settings.signInAdapter.${adapter}`) }).check()
  await dialog.getByLabel(text('key'), { exact: true }).fill(key)
  await expect(dialog.getByText(`/account/SignIn/${key}`)).toBeVisible()
  for (const language of ['zh-CN', 'en-US']) await dialog.locator(`input[lang="${language}"]`).fill(name)
  await dialog.getByLabel(text('address'), { exact: true }).fill(address)
  if (secret !== undefined) {
    await dialog.getByLabel(text('clientId'), { exact: true }).fill('lectern')
    await dialog.getByLabel(text('secret'), { exact: true }).fill(secret)
  }
  await dialog.getByLabel(say('office.begin.password'), { exact: true }).fill(organiser.password)
  await expectSound(page, '[role=dialog]')
  await dialog.getByRole('button', { name: text('save') }).click()
  await expect(dialog).toBeHidden()
}

/** The card of a provider in the settings. */
export const cardOf = (page: Page, name: string): Locator =>
  page.locator('.ant-card-type-inner').filter({ has: page.getByText(name, { exact: true }) })

/** The organiser goes there and back, and shows the button to everybody. */
export const tryAndShow = async (
  page: Page,
  say: Say,
  { name }: NewProvider,
  signInThere: (page: Page) => Promise<void>,
): Promise<void> => {
  const card = cardOf(page, name)
  const shown = card.getByRole('switch', { name: `${say('office.settings.provider.isShown')} ${name}` })
  await expect(card).toContainText(say('office.settings.provider.state.draft'))
  await expect(shown).toBeDisabled()
  await expectSound(page)
  await card.getByRole('button', { name: `${say('office.settings.provider.try')} ${name}` }).click()
  await signInThere(page)
  await expect(page.getByText(say('signIn.trial.works'))).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: say('signIn.trial.back') }).click()
  await expect(card).toContainText(say('office.settings.provider.state.tried'))
  await shown.click()
  await expect(card.getByText(say('office.settings.provider.state.shown'), { exact: true })).toBeVisible()
}

/** Leaves from the sign-in page; other pages keep the list of buttons for a moment after it was changed. */
export const leaveFor = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true })
  await expect(async () => {
    await open(page, '/account/Login?redirect=%2FNews')
    await expect(button).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await button.click()
}

/** Signs in at `oidc-provider`, which asks the first time whether the site may know who it is. */
export const signInAtOidc =
  (login: string) =>
  async (page: Page): Promise<void> => {
    await page.locator('input[name=login]').fill(login)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('input[name=prompt][value=consent] ~ button').click()
    await page.waitForURL('**/account/SignIn/**')
    await ready(page)
  }

/** Signs in at the CAS server of the tests. */
export const signInAtCas =
  (user: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel('User').fill(user)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/account/SignIn/**')
    await ready(page)
  }
