import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type {
  changeSettings as changeRulesEndpoint,
  changeSiteSettings as changeSiteEndpoint,
} from '@lectern/contract/settings/office-settings.ts'
import type { OfficeSettings, SiteSettings } from '@lectern/contract/settings/settings.ts'
import { defaultOfficeSettings, defaultSettings } from '@lectern/contract/settings/settings.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { fail } from '../../platform/failure.ts'
import type { Settings } from '../../platform/settings.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { organisersNotSeparated } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { requireFiles } from '../files/service.ts'
import { requireControl } from '../steps/service.ts'
import { allSettings, findSetting, lockSetting, picturesById, writeSetting } from './queries.ts'
import { readMailUrl, storedMailServer } from './stored-mail-server.ts'
import { readProviders } from './stored-sign-in-providers.ts'
import { setting } from './tables.ts'

type WrittenSite = Omit<BodyOf<typeof changeSiteEndpoint>, 'version'>

/** As organisers edit it. */
const asWritten = ({ logo, preview, languages, ...site }: SiteSettings): WrittenSite => ({
  ...site,
  logo: logo?.id ?? null,
  preview: preview?.id ?? null,
  languages: [...languages],
})

const writtenOver = (delivered: SiteSettings, stored: Record<string, unknown> | undefined): WrittenSite => ({
  ...asWritten(delivered),
  ...(stored as Partial<WrittenSite> | undefined),
})

const withPictures = async (db: Database, { logo, preview, ...site }: WrittenSite): Promise<SiteSettings> => {
  const pictures = await picturesById(db, [logo, preview])
  const pictureOf = (id: FileId | null) => (id ? (pictures.get(id) ?? null) : null)
  const primaryColor = site.primaryColor as SiteSettings['primaryColor']
  return { ...site, primaryColor, logo: pictureOf(logo), preview: pictureOf(preview) }
}

type Current = Pick<Settings, 'site' | 'office' | 'demo' | 'mailUrl' | 'signInProviders' | 'awaitsPicture'>

/** The mail settings of organisers. */
export const findOfficeMail = async (
  db: Database,
  encryption: Encryption,
): Promise<{ host: string; url: URL | undefined } | undefined> => {
  const value = (await findSetting(db, 'mail'))?.value
  const stored = storedMailServer(value)
  return stored && { host: stored.host, url: await readMailUrl(encryption, value) }
}

export const loadSettings = async (
  db: Database,
  encryption: Encryption,
  delivered: SiteSettings = defaultSettings,
): Promise<Settings> => {
  let current: Current = {
    site: delivered,
    office: defaultOfficeSettings,
    demo: false,
    mailUrl: undefined,
    signInProviders: [],
    awaitsPicture: false,
  }
  let readings = 0
  let newest = 0
  const refresh = async (): Promise<void> => {
    readings += 1
    const reading = readings
    const rows = await allSettings(db)
    const stored = (key: typeof setting.$inferSelect.key) => rows.find((row) => row.key === key)?.value
    const values = writtenOver(delivered, stored('site'))
    const site = await withPictures(db, values)
    const mailUrl = await readMailUrl(encryption, stored('mail'))
    const signInProviders = await readProviders(encryption, stored('signIn'))
    // Reads may finish out of order: the later one is newer.
    if (reading < newest) return
    newest = reading
    current = {
      site,
      office: { ...defaultOfficeSettings, ...(stored('office') as Partial<OfficeSettings> | undefined) },
      demo: stored('demo') !== undefined,
      mailUrl,
      signInProviders,
      awaitsPicture: (values.logo !== null && !site.logo) || (values.preview !== null && !site.preview),
    }
  }
  await refresh()
  return {
    get site() {
      return current.site
    },
    get office() {
      return current.office
    },
    get demo() {
      return current.demo
    },
    get mailUrl() {
      return current.mailUrl
    },
    get signInProviders() {
      return current.signInProviders
    },
    get awaitsPicture() {
      return current.awaitsPicture
    },
    delivered,
    refresh,
  }
}

/** Marks the site as a demo. */
export const markAsDemo = async (db: Database, now: Date): Promise<void> => {
  await db.insert(setting).values({ key: 'demo', value: {}, updatedAt: now }).onConflictDoNothing()
}

const requireSeparatedDuties = async (ctx: Ctx): Promise<void> => {
  const names = await organisersNotSeparated(ctx.db)
  if (names.length > 0) throw fail('duty.notSeparated', { names: joinList(ctx.locale, names) })
}

type GivenRules = BodyOf<typeof changeRulesEndpoint>

export const changeOfficeSettings = (outer: SignedIn, rules: GivenRules): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await requireControl(ctx, 'rulesChanged')
    if (rules.separateDuties) await requireSeparatedDuties(ctx)
    const stored = await lockSetting(ctx.db, 'office', ctx.now)
    const before = { ...defaultOfficeSettings, ...stored.value }
    const value = { ...before, ...rules }
    await writeSetting(ctx.db, 'office', { value, updatedAt: ctx.now })
    await audit(ctx, 'settings.changed', {
      subject: { kind: 'settings', id: 'office' },
      before,
      after: value,
    })
  })

export const readSiteSettings = async ({ db }: Ctx, { delivered }: Pick<Settings, 'delivered'>) => {
  const stored = await findSetting(db, 'site')
  const values = writtenOver(delivered, stored?.value)
  const { logo, preview } = await withPictures(db, values)
  return { ...values, version: stored?.version ?? 0, pictures: { logo, preview } }
}

/** Only what differs from the defaults, so that a later release can change the others. */
const differing = (delivered: WrittenSite, site: WrittenSite): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(site).filter(([name, value]) => !isDeepStrictEqual(value, delivered[name as keyof WrittenSite])),
  )

export const changeSiteSettings = (
  outer: Ctx,
  { delivered }: Pick<Settings, 'delivered'>,
  { version, ...after }: BodyOf<typeof changeSiteEndpoint>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const stored = await lockSetting(ctx.db, 'site', ctx.now)
    if (stored.version !== version) throw fail('resource.changed')
    await requireFiles(ctx, [
      { id: after.logo, purpose: 'picture', field: 'logo' },
      { id: after.preview, purpose: 'picture', field: 'preview' },
    ])
    const value = differing(asWritten(delivered), after)
    await writeSetting(ctx.db, 'site', { value, version: version + 1, updatedAt: ctx.now })
    await audit(ctx, 'settings.changed', {
      subject: { kind: 'settings', id: 'site' },
      before: writtenOver(delivered, stored.value),
      after,
    })
  })
