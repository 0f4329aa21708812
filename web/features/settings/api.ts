import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type * as mailServer from '@lectern/contract/mail-server.ts'
import type * as officeSettings from '@lectern/contract/office-settings.ts'
import { endpoint } from '../../request/client.ts'

export const readSettings = endpoint<typeof officeSettings.readSettings>('GET', '/api/settings')
export const changeSettings = endpoint<typeof officeSettings.changeSettings>('PUT', '/api/settings')
export const readSiteSettings = endpoint<typeof officeSettings.readSiteSettings>('GET', '/api/settings/site')
export const changeSiteSettings = endpoint<typeof officeSettings.changeSiteSettings>('PUT', '/api/settings/site')

export const readMailServer = endpoint<typeof mailServer.readMailServer>('GET', '/api/settings/mail')
export const changeMailServer = endpoint<typeof mailServer.changeMailServer>('PUT', '/api/settings/mail')
export const removeMailServer = endpoint<typeof mailServer.removeMailServer>('DELETE', '/api/settings/mail')
export const testMailServer = endpoint<typeof mailServer.testMailServer>('POST', '/api/settings/mail/test')

export type StoredSettings = AnswerOf<typeof readSiteSettings>

/** Public settings as they are edited. */
export type WrittenSettings = Omit<StoredSettings, 'version' | 'pictures'> & {
  title: LocalizedText
  organiser: LocalizedText
}
