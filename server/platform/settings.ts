import type { OfficeSettings, SiteSettings } from '@lectern/contract/settings/settings.ts'
import type { SignInProvider } from './sign-in-provider.ts'

/** The current settings; every process reads them again when they change. */
export interface Settings {
  readonly site: SiteSettings
  readonly office: OfficeSettings
  /** The people are invented: codes for them may be shown. */
  readonly demo: boolean
  /**
   * The mail server that organisers have set, in the form of SMTP_URL. Undefined: none, or its password cannot be
   * read.
   */
  readonly mailUrl: URL | undefined
  /** The providers of sign-in that organisers have set. */
  readonly signInProviders: readonly SignInProvider[]
  /** A picture of the site is not ready yet; it is read again when content changes. */
  readonly awaitsPicture: boolean
  /** The default settings of the site. */
  readonly delivered: SiteSettings
  refresh(): Promise<void>
}
