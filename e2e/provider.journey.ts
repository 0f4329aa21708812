import type { Locale } from '@lectern/contract/locales.ts'
import type { Page } from '@playwright/test'
import { startFakeCas, type FakeCas } from '../server/testing/fake-cas.ts'
import { startOidcServer, type OidcServer } from '../server/testing/oidc-server.ts'
import { expect, open, watchContext, mainPath } from './journey.ts'
import {
  cardOf,
  expectedWithProviders,
  expectSound,
  leaveFor,
  sayerOf,
  setUpProvider,
  signInAtCas,
  signInAtOidc,
  tryAndShow,
  withoutForeignFonts,
  type NewProvider,
  type Say,
} from './provider-steps.ts'
import { organiser, siteUrl } from './sites.ts'
import { enterAsOrganiser, signUp, test as base } from './teacher.ts'

/** Subjects at the provider with an address: that of an account here. */
const emails = new Map<string, string>()

interface Fixtures {
  /** In the office, in a browser of their own. */
  desk: Page
  provider: NewProvider
  oidc: OidcServer
  cas: FakeCas
  say: Say
}

const newKey = (): string => `campus-${crypto.randomUUID().slice(0, 8)}`

const test = base.extend<Fixtures>({
  say: async ({ locale }, provide) => provide(sayerOf(locale as Locale)),
  desk: async ({ browser, baseURL, locale, viewport, expected, complaints }, provide) => {
    const look = { locale: locale!, viewport, reducedMotion: 'reduce' } as const
    const context = await browser.newContext({ baseURL: baseURL!, ...look })
    watchContext(context, baseURL!, expected, complaints)
    await enterAsOrganiser(context.request, baseURL!)
    const page = await context.newPage()
    await withoutForeignFonts(page)
    await provide(page)
    await context.close()
  },
  provider: async ({ baseURL: _baseURL }, provide) => {
    const key = newKey()
    await provide({ adapter: 'oidc', key, name: `校园 ${key}`, address: '', secret: 'the secret of the client' })
  },
  oidc: async ({ provider }, provide) => {
    const server = await startOidcServer([`${siteUrl('office')}/account/SignIn/${provider.key}`], (subject) => ({
      name: 'Lin Yue',
      ...(emails.has(subject) && { email: emails.get(subject), email_verified: true }),
    }))
    await provide(server)
    await server.close()
  },
  cas: async ({ baseURL: _baseURL }, provide) => {
    const server = await startFakeCas()
    await provide(server)
    await server.close()
  },
})

test.use({ site: 'office', expected: expectedWithProviders, contextOptions: { reducedMotion: 'reduce' } })
// All of them change the same setting.
test.describe.configure({ mode: 'serial' })

interface Travel extends Pick<Fixtures, 'desk' | 'provider' | 'oidc' | 'say'> {
  page: Page
  codeFor: (contact: string) => Promise<string>
  baseURL: string | undefined
}

const goThroughOidc = async ({ page, desk, provider, oidc, say, codeFor, baseURL }: Travel): Promise<void> => {
  const { name } = provider
  const waysIn = page.getByRole('region', { name: say('settings.waysIn') })
  await withoutForeignFonts(page)
  await test.step('an organiser sets it up, tries it, and shows it', async () => {
    await setUpProvider(desk, say, { ...provider, address: oidc.address })
    await tryAndShow(desk, say, provider, signInAtOidc('organiser'))
  })

  await test.step('somebody new makes an account with it', async () => {
    const username = `lin-${crypto.randomUUID().slice(0, 8)}`
    await leaveFor(page, name)
    await signInAtOidc(username)(page)
    await expect(page.getByText(say('signIn.unknown.new', { provider: name }))).toBeVisible()
    await expectSound(page)
    await page.getByLabel(say('field.username')).fill(username)
    await page.getByLabel(say('field.contact')).fill(`${username}@example.org`)
    await page.getByRole('button', { name: say('form.sendCode') }).click()
    await expect(page.getByText(say('form.codeSent'))).toBeVisible()
    await page.getByLabel(say('field.code')).fill(await codeFor(`${username}@example.org`))
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: say('signUp.submit') }).click()
    await expect(page).toHaveURL(/\/News$/)
  })

  await test.step('removes it, as codes still sign in, and links it again', async () => {
    await open(page, '/account/settings?tab=security')
    await expect(waysIn).toContainText(new URL(oidc.address).host)
    await expectSound(page)
    await waysIn.getByRole('button', { name: `${say('settings.unlink')} ${name}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('settings.unlink') })
      .click()
    await expect(waysIn).toContainText(say('settings.unlinked'))
    // The provider still knows the browser, and sends it straight back.
    await waysIn.getByRole('button', { name: `${say('settings.link')} ${name}` }).click()
    await expect(waysIn.getByRole('button', { name: `${say('settings.unlink')} ${name}` })).toBeVisible()
    await expect(page).toHaveURL(/\/account\/settings\?tab=security$/)
  })

  await test.step('cannot remove it when nothing else is left', async () => {
    const headers = { origin: baseURL! }
    const answer = await page.context().request.post('/api/journeys/only-linked', { headers, data: {} })
    expect(answer.status()).toBe(200)
    await open(page, '/account/settings?tab=security')
    await expect(waysIn).toContainText(new URL(oidc.address).host)
    await expect(waysIn).toContainText(say('error.wayIn.last'))
    await expect(waysIn.getByRole('button', { name: `${say('settings.unlink')} ${name}` })).toHaveCount(0)
  })

  await test.step('somebody whose address an account has must prove that it is theirs', async () => {
    await page.context().clearCookies()
    const teacher = await signUp(page.context().request, baseURL!)
    await page.context().clearCookies()
    emails.set(teacher.username, teacher.email)
    await leaveFor(page, name)
    await signInAtOidc(teacher.username)(page)
    await expect(page.getByText(say('signIn.unknown.known', { provider: name, email: teacher.email }))).toBeVisible()
    await expectSound(page)
    // Until then nobody is signed in.
    expect((await page.context().request.get('/api/account/identities')).status()).toBe(401)
    await page.getByLabel(say('field.identifier')).fill(teacher.username)
    await page.getByLabel(say('field.password'), { exact: true }).fill(teacher.password)
    await page
      .getByRole('main')
      .getByRole('button', { name: say('signIn.submit'), exact: true })
      .click()
    await expect(page).toHaveURL(/\/News$/)
    // From then on the provider is enough.
    await page.context().clearCookies()
    await leaveFor(page, name)
    await signInAtOidc(teacher.username)(page)
    await expect(page).toHaveURL(/\/News$/)
    const account = page.getByRole('banner').getByLabel(say('shell.account', { name: teacher.username }))
    await expect(account).toBeAttached()
  })
}

test(
  'OpenID Connect: an organiser offers it; people come with it, prove accounts they had, link it, and keep a last way in',
  mainPath,
  ({ page, desk, provider, oidc, say, codeFor, baseURL }) =>
    goThroughOidc({ page, desk, provider, oidc, say, codeFor, baseURL }),
)

test('CAS: an organiser offers it, and the owner of an account comes with it', async ({
  page,
  desk,
  provider: { key, name },
  cas,
  say,
  baseURL,
}) => {
  const provider = { adapter: 'cas', key, name, address: cas.address } as const
  await setUpProvider(desk, say, provider)
  await tryAndShow(desk, say, provider, signInAtCas('organiser'))
  const teacher = await signUp(page.context().request, baseURL!)
  await page.context().clearCookies()
  await leaveFor(page, name)
  await signInAtCas(teacher.username)(page)
  await page.getByRole('button', { name: say('signIn.unknown.toLink') }).click()
  await page.getByLabel(say('field.identifier')).fill(teacher.username)
  await page.getByLabel(say('field.password'), { exact: true }).fill(teacher.password)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('signIn.submit'), exact: true })
    .click()
  await expect(page).toHaveURL(/\/News$/)
  await page.context().clearCookies()
  await leaveFor(page, name)
  await signInAtCas(teacher.username)(page)
  await expect(page).toHaveURL(/\/News$/)

  await cardOf(desk, name)
    .getByRole('button', { name: `${say('office.settings.provider.remove')} ${name}` })
    .click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(say('office.begin.password'), { exact: true }).fill(organiser.password)
  await expectSound(desk, '[role=dialog]')
  await dialog.getByRole('button', { name: say('office.settings.provider.remove'), exact: true }).click()
  await expect(cardOf(desk, name)).toHaveCount(0)
})

test.describe('on a phone, in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })

  test('OpenID Connect: the same from the first set-up to the last way in', ({
    page,
    desk,
    provider,
    oidc,
    say,
    codeFor,
    baseURL,
  }) => goThroughOidc({ page, desk, provider, oidc, say, codeFor, baseURL }))
})
