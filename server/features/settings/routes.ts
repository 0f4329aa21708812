import * as contract from '@lectern/contract/settings/office-settings.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import { changeOfficeSettings, changeSiteSettings, readSiteSettings } from './service.ts'

const presentRules = async (ctx: SignedIn, { office }: Settings) => ({
  ...office,
  whyNot: await whyNotControl(ctx),
  smsCountries: [...office.smsCountries],
  holidays: [...office.holidays],
})

export const settingsRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(contract.readSettings, { policy: organisers }, ({ ctx }) => presentRules(ctx, settings))

  serve(contract.changeSettings, { policy: organisers, ...siteControl }, async ({ ctx, body }) => {
    await changeOfficeSettings(ctx, body)
    await settings.refresh()
    return presentRules(ctx, settings)
  })

  serve(contract.readSiteSettings, { policy: organisers }, ({ ctx }) => readSiteSettings(ctx, settings))

  serve(contract.changeSiteSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeSiteSettings(ctx, settings, body)
    await settings.refresh()
    return readSiteSettings(ctx, settings)
  })
}
