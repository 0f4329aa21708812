import * as contract from '@lectern/contract/settings/sign-in-providers.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import { listProviders, removeProvider, saveProvider, showProvider, tryProvider } from './sign-in-providers.ts'

export const signInProviderRoutes = ({ serve }: Http, settings: Pick<Settings, 'refresh'>): void => {
  const control = { policy: organisers('system'), ...siteControl }
  const present = async (ctx: SignedIn) => ({ ...(await listProviders(ctx)), whyNot: await whyNotControl(ctx) })

  serve(contract.listSignInProviders, { policy: organisers('system') }, ({ ctx }) => present(ctx))

  serve(contract.saveSignInProvider, control, async ({ ctx, params, body }) => {
    await saveProvider(ctx, params.key, body)
    await settings.refresh()
    return present(ctx)
  })

  serve(contract.showSignInProvider, control, async ({ ctx, params, body }) => {
    await showProvider(ctx, params.key, body)
    await settings.refresh()
    return present(ctx)
  })

  serve(contract.removeSignInProvider, control, async ({ ctx, params, body }) => {
    await removeProvider(ctx, params.key, body)
    await settings.refresh()
    return present(ctx)
  })

  serve(contract.trySignInProvider, control, ({ ctx, params, visit }) => tryProvider(ctx, params.key, visit.browser()))
}
