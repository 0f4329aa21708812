import * as contract from '@lectern/contract/office.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { changeOfficeSettings, changeSiteSettings, readSiteSettings, type Settings } from './service.ts'

export const settingsRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(contract.readSettings, { policy: organisers }, async () => settings.office)

  serve(contract.changeSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeOfficeSettings(ctx, body)
    await settings.refresh()
    return settings.office
  })

  serve(contract.readSiteSettings, { policy: organisers }, ({ ctx }) => readSiteSettings(ctx, settings))

  serve(contract.changeSiteSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeSiteSettings(ctx, settings, body)
    await settings.refresh()
    return readSiteSettings(ctx, settings)
  })
}
