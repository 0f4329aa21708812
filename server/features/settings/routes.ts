import * as contract from '@lectern/contract/settings/office-settings.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, refusalText } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import { changeOfficeSettings, changeSiteSettings, readSiteSettings } from './service.ts'

const presentRules = async (ctx: SignedIn, { office }: Settings) => ({
  ...office,
  whyNot: refusalText(organisers('system')(ctx.actor), ctx.locale) ?? (await whyNotControl(ctx)),
  smsCountries: [...office.smsCountries],
  holidays: [...office.holidays],
})

export const settingsRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(contract.readSettings, { policy: organisers('system', 'contest', 'people') }, ({ ctx }) =>
    presentRules(ctx, settings),
  )

  serve(contract.changeSettings, { policy: organisers('system'), ...siteControl }, async ({ ctx, body }) => {
    await changeOfficeSettings(ctx, body)
    await settings.refresh()
    return presentRules(ctx, settings)
  })

  serve(contract.readSiteSettings, { policy: organisers('system') }, ({ ctx }) => readSiteSettings(ctx, settings))

  serve(contract.changeSiteSettings, { policy: organisers('system') }, async ({ ctx, body }) => {
    await changeSiteSettings(ctx, settings, body)
    await settings.refresh()
    return readSiteSettings(ctx, settings)
  })
}
