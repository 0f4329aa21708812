import * as contract from '@lectern/contract/office-settings.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { changeOfficeSettings, changeSiteSettings, readSiteSettings } from './service.ts'

const presentRules = ({ office }: Settings) => ({
  ...office,
  smsCountries: [...office.smsCountries],
  holidays: [...office.holidays],
})

export const settingsRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(contract.readSettings, { policy: organisers }, async () => presentRules(settings))

  serve(contract.changeSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeOfficeSettings(ctx, body)
    await settings.refresh()
    return presentRules(settings)
  })

  serve(contract.readSiteSettings, { policy: organisers }, ({ ctx }) => readSiteSettings(ctx, settings))

  serve(contract.changeSiteSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeSiteSettings(ctx, settings, body)
    await settings.refresh()
    return readSiteSettings(ctx, settings)
  })
}
