import type { OfficeSettings, SiteSettings } from '@lectern/contract/settings.ts'
import { defaultOfficeSettings, defaultSettings } from '@lectern/contract/settings.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { setting } from './tables.ts'

/** The settings in force; every process reads them again when they change. */
export interface Settings {
  readonly site: SiteSettings
  readonly office: OfficeSettings
  /** The people here are invented: codes for them may be shown. */
  readonly demo: boolean
  refresh(): Promise<void>
}

export const loadSettings = async (db: Database, site: SiteSettings = defaultSettings): Promise<Settings> => {
  let current = { site, office: defaultOfficeSettings, demo: false }
  const refresh = async (): Promise<void> => {
    const rows = await db.select({ key: setting.key, value: setting.value }).from(setting)
    const stored = (key: typeof setting.$inferSelect.key) => rows.find((row) => row.key === key)?.value
    current = {
      site: { ...site, ...(stored('site') as Partial<SiteSettings> | undefined) },
      office: { ...defaultOfficeSettings, ...(stored('office') as Partial<OfficeSettings> | undefined) },
      demo: stored('demo') !== undefined,
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
    refresh,
  }
}

/** From now on this is a site full of invented people. */
export const markAsDemo = async (db: Database, now: Date): Promise<void> => {
  await db.insert(setting).values({ key: 'demo', value: {}, updatedAt: now }).onConflictDoNothing()
}

export const changeOfficeSettings = (outer: Ctx, after: OfficeSettings): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const value = { ...after }
    const isOffice = eq(setting.key, 'office')
    // A row to lock: what was in force is what the last one wrote, not what this process has heard of.
    await ctx.db.insert(setting).values({ key: 'office', value: {}, updatedAt: ctx.now }).onConflictDoNothing()
    const [stored] = await ctx.db.select({ value: setting.value }).from(setting).where(isOffice).for('update')
    await ctx.db.update(setting).set({ value, updatedAt: ctx.now }).where(isOffice)
    await audit(ctx, 'settings.changed', {
      subject: { kind: 'settings', id: 'office' },
      before: { ...defaultOfficeSettings, ...stored?.value },
      after: value,
    })
  })
