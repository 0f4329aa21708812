import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type {
  changeMailServer,
  readMailServer,
  removeMailServer,
  testMailServer,
} from '@lectern/contract/mail-server.ts'
import type {
  changeSettings,
  changeSiteSettings,
  readSettings,
  readSiteSettings,
} from '@lectern/contract/office-settings.ts'
import { endpoint } from '../../request/client.ts'

export const officeRules = endpoint<typeof readSettings>('GET', '/api/settings')
export const officeRuleChange = endpoint<typeof changeSettings>('PUT', '/api/settings')
export const siteSettings = endpoint<typeof readSiteSettings>('GET', '/api/settings/site')
export const siteSettingsChange = endpoint<typeof changeSiteSettings>('PUT', '/api/settings/site')

export const mailServer = endpoint<typeof readMailServer>('GET', '/api/settings/mail')
export const mailServerChange = endpoint<typeof changeMailServer>('PUT', '/api/settings/mail')
export const mailServerRemoval = endpoint<typeof removeMailServer>('DELETE', '/api/settings/mail')
export const mailServerTest = endpoint<typeof testMailServer>('POST', '/api/settings/mail/test')

export type StoredSettings = AnswerOf<typeof readSiteSettings>

/** How the site presents itself, as it is edited. */
export type WrittenSettings = Omit<StoredSettings, 'version' | 'pictures'> & {
  title: LocalizedText
  organiser: LocalizedText
}
