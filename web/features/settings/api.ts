import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type {
  changeMailServer,
  readMailServer,
  removeMailServer,
  testMailServer,
} from '@lectern/contract/mail-server.ts'
import type { changeSettings, changeSiteSettings, readSettings, readSiteSettings } from '@lectern/contract/office.ts'
import { reach } from '../../request/client.ts'

export const officeRules = reach<typeof readSettings>('GET', '/api/settings')
export const officeRuleChange = reach<typeof changeSettings>('PUT', '/api/settings')
export const siteSettings = reach<typeof readSiteSettings>('GET', '/api/settings/site')
export const siteSettingsChange = reach<typeof changeSiteSettings>('PUT', '/api/settings/site')

export const mailServer = reach<typeof readMailServer>('GET', '/api/settings/mail')
export const mailServerChange = reach<typeof changeMailServer>('PUT', '/api/settings/mail')
export const mailServerRemoval = reach<typeof removeMailServer>('DELETE', '/api/settings/mail')
export const mailServerTest = reach<typeof testMailServer>('POST', '/api/settings/mail/test')

export type StoredSettings = AnswerOf<typeof readSiteSettings>

/** How the site presents itself, as it is edited. */
export type WrittenSettings = Omit<StoredSettings, 'version' | 'pictures'> & {
  title: LocalizedText
  organiser: LocalizedText
}
