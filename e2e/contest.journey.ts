import type { IdAfter, MessageId } from '@lectern/messages/message-id.ts'
import type { BrowserContext, Page } from '@playwright/test'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { t as sayIn } from '../server/platform/messages.ts'
import { findProblems } from './axe.ts'
import { expect, open, ready, watchContext, mainPath } from './journey.ts'
import { enterAsOrganiser, newPhone, signUp, test as base, type Teacher } from './teacher.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

type Translate = (id: MessageId, values?: Record<string, string | number>) => string
type CodeFor = (contact: string) => Promise<string>

interface Fixtures {
  t: Translate
  /** Opens a page for another user, in a separate browser context. */
  enter: (viewport: typeof phone) => Promise<Page>
}

const test = base.extend<Fixtures>({
  t: async ({ locale }, provide) => provide((id, values) => sayIn(locale as Locale, id, values)),
  enter: async ({ browser, baseURL, locale, timezoneId, expected, complaints }, provide) => {
    const common = { baseURL: baseURL!, locale: locale!, timezoneId: timezoneId!, reducedMotion: 'reduce' } as const
    const contexts: BrowserContext[] = []
    await provide(async (viewport) => {
      const context = await browser.newContext({ ...common, viewport })
      watchContext(context, baseURL!, expected, complaints)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

// The browser logs the 401 response to visitors as an error.
test.use({ site: 'office', viewport: phone, contextOptions: { reducedMotion: 'reduce' }, expected: /status of 401/ })

// HTML that users type must be shown as text: it must not run or load anything.
const hostile = '<img src=x onerror=alert(1)>'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string): Promise<void> => main(page).getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string): Promise<void> => main(page).getByRole('link', { name, exact: true }).click()

/** From a page that requires signing in, through the sign-up form, back to that page. */
const signUpByForm = async (page: Page, t: Translate, codeFor: CodeFor): Promise<Omit<Teacher, 'uid'>> => {
  const username = `lan-${crypto.randomUUID().slice(0, 8)}`
  const [email, password] = [`${username}@example.org`, 'copper kettle sings at dawn']
  await follow(page, t('signIn.toSignUp'))
  await page.getByLabel(t('field.username')).fill(username)
  await page.getByLabel(t('field.password'), { exact: true }).fill(password)
  await page.getByLabel(t('field.contact')).fill(email)
  await press(page, t('form.sendCode'))
  await expect(page.getByText(t('form.codeSent'))).toBeVisible()
  await page.getByLabel(t('field.code')).fill(await codeFor(email))
  await page.getByRole('checkbox').check()
  await press(page, t('signUp.submit'))
  return { username, email, password }
}

/** Fills in the profile and confirms a phone number. */
const fillInProfile = async (
  page: Page,
  t: Translate,
  codeFor: CodeFor,
  { password }: { password: string },
): Promise<void> => {
  await expect(heading(page)).toHaveText(t('evpi.title'))
  for (const name of ['realName', 'school', 'department', 'title'] as const)
    await page.getByLabel(t(`field.${name}`)).fill(`Lan ${name}`)
  await page.getByLabel(t('field.province')).selectOption('330000')
  await page.getByLabel(t('field.city')).selectOption('330100')
  await press(page, t('evpi.goOn'))
  const number = newPhone()
  await page.getByLabel(t('field.phone'), { exact: true }).fill(number)
  await page.getByLabel(t('field.oldPassword')).fill(password)
  await press(page, t('form.sendCode'))
  await expect(page.getByText(t('form.codeSent'))).toBeVisible()
  await page.getByLabel(t('field.code')).fill(await codeFor(`+86${number}`))
  await press(page, t('profile.confirmContact'))
}

interface Activities {
  list: { id: string; code: string }[]
}

interface Question {
  id: string
  type: FormField['type']
  label: string
  options: { id: string; label: string }[]
  when?: { field: string; options: string[] }
  maxLength?: number
}

/** The questions that are shown if the first option of each is chosen, and every agreement is ticked. */
const questionsAsked = (fields: readonly Question[]): Question[] => {
  const asked = new Map<string, Question>()
  for (const field of fields) {
    const decider = field.when && asked.get(field.when.field)
    const isMet = field.when?.options.length === 0 || field.when?.options.includes(decider?.options[0]?.id ?? '')
    if (!field.when || (decider && isMet)) asked.set(field.id, field)
  }
  return [...asked.values()]
}

const typed: Partial<Record<FormField['type'], string>> = {
  number: '16',
  phone: '13812345678',
  email: 'lan@example.org',
  url: 'https://example.org/light',
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** Answers a question of any type. */
const answer = async (page: Page, t: Translate, { type, label, options, maxLength }: Question): Promise<void> => {
  const group = page.getByRole('group', { name: label })
  if (type === 'choice') return page.getByRole('radio', { name: options[0]!.label }).check()
  if (type === 'choices') return page.getByRole('checkbox', { name: options[0]!.label }).check()
  if (type === 'agreement') return page.getByRole('checkbox', { name: label }).check()
  if (type !== 'file') return page.getByLabel(label).fill(typed[type] ?? `${hostile} Light`.slice(0, maxLength))
  await group.locator('input[type=file]').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  // A single file can be replaced; each of several can be removed.
  const removal = page.getByRole('button', { name: `${t('upload.remove')} plan.pdf` })
  await expect(group.getByRole('button', { name: t('upload.replace') }).or(removal)).toBeVisible()
}

/** Opens the form, fills it in completely and opens the review. */
const fillIn = async (page: Page, t: Translate): Promise<void> => {
  const asked = page.waitForResponse(/\/api\/enrolments(\/[\w-]+)?$/)
  await follow(page, t('journey.fill.action'))
  const fields = questionsAsked(((await (await asked).json()) as { data: { fields: Question[] } }).data.fields)
  await expect(heading(page)).toHaveText(t('enrolment.title'))
  for (const field of fields) await answer(page, t, field)
  await press(page, t('enrolment.toCheck'))
  const check = page.getByRole('region', { name: t('enrolment.check') })
  await expect(check.getByRole('term')).toHaveText(fields.map(({ label }) => label))
}

const decide = async (
  office: Page,
  t: Translate,
  decision: 'returned' | 'approved',
  reason?: string,
): Promise<void> => {
  const named = (id: IdAfter<'office.enrolments.'>, values?: { count: number }): string =>
    t(`office.enrolments.${id}`, values)
  await office
    .getByRole('group', { name: named('decide') })
    .getByRole('button', { name: named(`do.${decision}`), exact: true })
    .click()
  const dialog = office.getByRole('dialog', { name: named(`ask.${decision}`, { count: 1 }) })
  if (reason) await dialog.getByLabel(t('office.decision.reason')).fill(reason)
  await dialog.getByRole('button', { name: named(`do.${decision}`), exact: true }).click()
  await expect(office.getByRole('status').filter({ hasText: named(`done.${decision}`, { count: 1 }) })).toBeVisible()
}

/** The organiser searches for a number and opens the enrolment. */
const findEnrolment = async (office: Page, t: Translate, number: string): Promise<void> => {
  await open(office, '/Admin/Enrolment')
  await office.getByLabel(t('office.enrolments.search')).fill(number)
  await office.keyboard.press('Enter')
  await main(office).getByRole('link', { name: number }).click()
  await expect(heading(office)).toHaveText(number)
}

const expectAccessible = async (page: Page): Promise<void> =>
  expect(await findProblems(page, { within: 'main' })).toEqual([])

const openNotice = async (page: Page, title: string): Promise<void> => {
  await open(page, '/account/center?tab=notices')
  await main(page).getByRole('link', { name: title }).click()
}

for (const { locale, isNew } of [
  { locale: 'zh-CN', isNew: true },
  { locale: 'en-US', isNew: false },
] as const)
  test.describe(`in ${locale}, people who ${isNew ? 'are new' : 'have an account'}`, isNew ? {} : mainPath, () => {
    test.use({ locale, colorScheme: isNew ? 'light' : 'dark' })

    test('form a team, enrol, are asked to revise, resubmit and are accepted, with a notice each time', async ({
      page,
      t,
      enter,
      baseURL,
      callAsOrganiser,
      codeFor,
      letterTo,
    }) => {
      const { list: activities } = await callAsOrganiser<Activities>('get', '/api/activities')
      const activity = activities.find(({ code }) => code === 'KC')!
      const team = `${hostile} ${crypto.randomUUID().slice(0, 8)}`

      // The captain finds the activity and is led to creating a team.
      const known = isNew ? undefined : await signUp(page.context().request, baseURL!, { locale, isKnown: true })
      await open(page, `/EnrollFor/${activity.id}`)
      const activityName = await heading(page).innerText()
      if (isNew) await follow(page, t('journey.signIn.action'))
      const captain = known ?? (await signUpByForm(page, t, codeFor))
      if (isNew) await follow(page, t('journey.complete.action'))
      if (isNew) await fillInProfile(page, t, codeFor, captain)
      await follow(page, t('journey.team.action'))
      await page.getByLabel(t('team.name')).fill(team)
      await press(page, t('team.create'))
      await expect(heading(page)).toHaveText(team)
      await expectAccessible(page)
      await follow(page, t('team.go.invite'))
      const link = await page.getByText('/account/Team/Add?code=').innerText()
      await expectAccessible(page)

      // Another user opens the invite link.
      const guest = await enter(phone)
      const friend = isNew ? undefined : await signUp(guest.context().request, baseURL!, { locale, isKnown: true })
      await open(guest, link)
      const member = friend ?? (await signUpByForm(guest, t, codeFor))
      await press(guest, t('team.join.member'))
      await expect(heading(guest)).toHaveText(team)
      if (isNew) await follow(guest, t('team.go.complete'))
      if (isNew) await fillInProfile(guest, t, codeFor, member)
      await expect(guest.getByRole('region', { name: t('team.people') }).getByRole('listitem')).toHaveCount(2)

      // The form is filled in once, completely.
      await open(page, `/EnrollFor/${activity.id}`)
      await fillIn(page, t)
      await press(page, t('enrolment.submit'))
      await expect(page.getByText(t('enrolment.after.submitted'), { exact: true })).toBeVisible()
      const number = await page.getByText(/^\d{4}-KC-\d{4}$/).innerText()
      await expect(main(page).getByRole('link', { name: 'plan.pdf' })).toBeVisible()
      await expectAccessible(page)
      await expect.poll(() => letterTo(captain.email)).toContain(number)

      // Returned with a reason; the team is notified.
      const office = await enter(desk)
      await enterAsOrganiser(office.context().request, baseURL!)
      await findEnrolment(office, t, number)
      const reason = `${t('office.enrolments.reason.returned.answers')} ${hostile}`
      await decide(office, t, 'returned', reason)
      await callAsOrganiser('post', '/api/journeys/word')
      for (const { email } of [captain, member]) await expect.poll(() => letterTo(email)).toContain(reason)
      await openNotice(page, t('notice.enrolment.returned.title', { number }))
      await expect(main(page).getByText(t('enrolment.returned')).locator('..')).toContainText(reason)

      await expectAccessible(page)

      // Corrected and submitted again.
      await main(page).getByRole('textbox').first().fill(team)
      await press(page, t('enrolment.toCheck'))
      await press(page, t('enrolment.resubmit'))
      await expect(page.getByText(t('enrolment.after.submitted'), { exact: true })).toBeVisible()

      await office.reload()
      await ready(office)
      await expect(main(office)).toContainText(team)
      await decide(office, t, 'approved')
      await callAsOrganiser('post', '/api/journeys/word')
      const word = t('notice.enrolment.approved.body', { team, activity: activityName, number })
      for (const { email } of [captain, member]) await expect.poll(() => letterTo(email)).toContain(word)
      await openNotice(page, t('notice.enrolment.approved.title', { number }))
      await expect(page.getByText(t('enrolment.after.approved'), { exact: true })).toBeVisible()

      // The audit log shows who did what, in order, and why.
      await office.getByRole('link', { name: t('office.enrolments.log') }).click()
      const rows = office.locator('.ant-table-tbody tr.ant-table-row')
      // The number of automatic saves varies.
      const steps = rows.filter({ hasNotText: t('audit.action.enrolment.answered') })
      const actions = ['decided', 'submitted', 'decided', 'submitted', 'created'] as const
      await expect(steps).toHaveText(actions.map((action) => new RegExp(t(`audit.action.enrolment.${action}`))))
      await steps.nth(2).getByRole('button').first().click()
      await expect(office.locator('.ant-table-expanded-row')).toContainText(reason)
    })
  })
