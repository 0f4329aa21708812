import type { BrowserContext, Page } from '@playwright/test'
import type { Locale } from '@lectern/contract/locales.ts'
import { t as sayIn } from '../server/platform/messages.ts'
import { findProblems } from './axe.ts'
import {
  acceptInvitation,
  acceptList,
  endsOn,
  enterAs,
  expectOrder,
  handInList,
  handInWork,
  importInstitutions,
  institutionNamed,
  inviteFromOffice,
  inviteFromProvince,
  listPath,
  main,
  openRecommendingActivity,
  passEntry,
  passOthers,
  rankByKeysAndDrag,
  recommend,
  returnEntry,
  submitTitle,
  titlesInRound,
  type Translate,
} from './institution-steps.ts'
import { expect, expectFits, open, ready, watchContext, mainPath } from './journey.ts'
import { createCall, enterAsOrganiser, test as base } from './teacher.ts'

interface Fixtures {
  t: Translate
  /** Opens a page for another user, in a separate browser context. */
  enter: () => Promise<Page>
}

const test = base.extend<Fixtures>({
  t: async ({ locale }, provide) => provide((id, values) => sayIn(locale as Locale, id, values)),
  enter: async ({ browser, baseURL, locale, timezoneId, viewport, expected, complaints }, provide) => {
    const common = { baseURL: baseURL!, locale: locale!, timezoneId: timezoneId!, reducedMotion: 'reduce' } as const
    const contexts: BrowserContext[] = []
    await provide(async () => {
      const context = await browser.newContext({ ...common, viewport })
      watchContext(context, baseURL!, expected, complaints)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

test.use({ site: 'office', contextOptions: { reducedMotion: 'reduce' } })

const expectAccessible = async (page: Page): Promise<void> =>
  expect(await findProblems(page, { within: 'main' })).toEqual([])

for (const { locale, width, isOther } of [
  { locale: 'en-US', width: 390, isOther: false },
  { locale: 'zh-CN', width: 1280, isOther: true },
] as const)
  test.describe(`in ${locale}, at ${width} px`, isOther ? {} : mainPath, () => {
    test.use({ locale, viewport: { width, height: 844 }, colorScheme: isOther ? 'light' : 'dark' })

    test('works go from a school by its province to the nation, which judges exactly those that were recommended', async ({
      page: office,
      t,
      enter,
      baseURL,
      callAsOrganiser,
      letterTo,
    }) => {
      const run = crypto.randomUUID().slice(0, 6)
      const names = {
        province: `Shanlan ${run}`,
        schools: [`Lakeside School ${run}`, `Hill School ${run}`],
      }
      const [schoolName] = names.schools as [string, string]
      const activity = await openRecommendingActivity(callAsOrganiser)

      // The organiser imports institutions, and invites the officers of the province.
      await enterAsOrganiser(office.context().request, baseURL!)
      await importInstitutions(office, t, names)
      const province = await institutionNamed(callAsOrganiser, names.province)
      const school = await institutionNamed(callAsOrganiser, schoolName)
      const above = await enter()
      const [head, deputy] = [await enterAs(above, baseURL!, locale, 'Tang Ke'), `deputy-${run}@example.org`]
      await inviteFromOffice(office, t, names.province, [
        { name: 'Tang Ke', contact: head.email },
        { name: 'Shen Yi', contact: deputy },
      ])
      await acceptInvitation(above, t, await letterTo(head.email), names.province)

      // The province invites the officers of its schools.
      const below = await enter()
      const officer = await enterAs(below, baseURL!, locale, 'Bai Lu')
      await inviteFromProvince(above, t, [
        { school: schoolName, name: 'Bai Lu', contact: officer.email },
        { school: names.schools[1]!, name: 'Lin Hui', contact: `lin-${run}@example.org` },
      ])
      await acceptInvitation(below, t, await letterTo(officer.email), schoolName)

      const quotas = `/api/recommendations/${activity}/quotas`
      const grant = { reason: 'As last year' }
      await callAsOrganiser('post', quotas, { ...grant, quotas: [{ institution: province, amount: 2 }] })
      const callAbove = createCall(above.context().request, baseURL!)
      await callAbove('post', quotas, { ...grant, quotas: [{ institution: school, amount: 3 }] })
      const own = { activity, institution: school }
      const titles = ['Rivers', 'Bridges', 'Clouds'] as const
      const works = new Map<string, { work: string; captain: Page }>()
      for (const title of titles) {
        const captain = await enter()
        await enterAs(captain, baseURL!, locale, 'Wang Fang')
        const call = createCall(captain.context().request, baseURL!)
        const work = await handInWork(callAsOrganiser, call, own, title)
        works.set(title, { work, captain })
      }

      // The school ranks and hands in.
      await open(below, '/Institution')
      await expect(main(below).getByRole('heading', { level: 1 })).toHaveText(schoolName)
      await expect(main(below).getByRole('heading', { name: t('recommendation.next') })).toBeVisible()
      await expectAccessible(below)
      await open(below, listPath(own))
      await recommend(below, t, titles)
      const order = await rankByKeysAndDrag(below, t, titles)
      await expectAccessible(below)
      await handInList(below, t, width)
      await expectOrder(below, t, order)

      // The province returns one entry to its team, and passes the others.
      await open(above, `/Institution/Below?institution=${province}&activity=${activity}`)
      await expect(main(above).getByRole('link', { name: schoolName, exact: true })).toBeVisible()
      await expectFits(above, width)
      await expectAccessible(above)
      await main(above).getByRole('link', { name: schoolName, exact: true }).click()
      await expectOrder(above, t, order)
      await ready(above)
      const reason = 'Please say which class it is for.'
      await returnEntry(above, t, 'Bridges', reason)
      await passOthers(above, t, 2)
      await expect(main(above).getByText(t('recommendation.judge.complete'))).toBeVisible()
      await expectAccessible(above)

      // The team reads once what it has to change, and who says so.
      const { work, captain } = works.get('Bridges')!
      await open(captain, `/account/Work/Edit?id=${work}`)
      await expect(
        main(captain).getByText(t('entryStanding.change.province', { institution: names.province })),
      ).toBeVisible()
      await expect(main(captain).getByText(reason)).toHaveCount(1)
      // Works can be handed in for longer; the page names the end of the province.
      const entries = await createCall(captain.context().request, baseURL!)<{ list: { until: string }[] }>(
        'get',
        '/api/account/team-recommendations',
      )
      expect(await endsOn(captain)).toEqual(entries.list.map(({ until }) => until))
      const history = main(captain).getByRole('region', { name: t('work.versions') })
      await expect(history.getByRole('listitem').first()).toContainText(names.province)
      await expectFits(captain, width)
      await expectAccessible(captain)
      await submitTitle(createCall(captain.context().request, baseURL!), work, 'Bridges for class 8')

      // Handed in again, it passes, too; the province recommends two of the three.
      await above.reload()
      await ready(above)
      await expect(main(above).getByText(t('recommendation.row.changed'))).toBeVisible()
      await passEntry(above, t, 'Bridges for class 8')
      await acceptList(above, t)
      const list = { activity, institution: province }
      await open(above, listPath(list))
      await recommend(above, t, ['Clouds', 'Bridges for class 8'])
      await handInList(above, t, width)

      // The nation decides, and judges what has passed.
      await open(office, `/Admin/Recommendation?activity=${activity}&tab=lists&level=province`)
      await main(office).getByRole('link', { name: names.province, exact: true }).click()
      await expectOrder(office, t, ['Clouds', 'Bridges for class 8'])
      await passOthers(office, t, 2)
      await acceptList(office, t)
      await open(office, `/Institution/History?institution=${province}&activity=${activity}`)
      await expect(main(office).getByRole('listitem').first()).toContainText(t('recommendation.event.accept'))

      type Listed = { list: { id: string; version: number; title: string; whyNotAccept: string | null }[] }
      const submitted = await callAsOrganiser<Listed>('get', `/api/works?activity=${activity}`)
      type Decided = { outcomes: { refusal: string | null }[] }
      const { outcomes } = await callAsOrganiser<Decided>('post', '/api/works/decisions', {
        works: submitted.list.map(({ id, version }) => ({ id, version })),
        decision: 'accepted',
      })
      expect(outcomes.filter(({ refusal }) => refusal !== null)).toHaveLength(1)
      expect(await titlesInRound(callAsOrganiser, activity)).toEqual(['Bridges for class 8', 'Clouds'])
    })
  })
