import type { OfficeSettings, SiteSettings } from '@lectern/contract/settings.ts'

/** The settings in force; every process reads them again when they change. */
export interface Settings {
  readonly site: SiteSettings
  readonly office: OfficeSettings
  /** The people here are invented: codes for them may be shown. */
  readonly demo: boolean
  /** The mail server that organisers have set, as SMTP_URL would say it. Undefined: none, or its password cannot be read. */
  readonly mailUrl: URL | undefined
  /** A picture of the site cannot be shown yet; it is looked for again when content changes. */
  readonly awaitsPicture: boolean
  /** How the site presents itself as long as nobody has changed it. */
  readonly delivered: SiteSettings
  refresh(): Promise<void>
}
