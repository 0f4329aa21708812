import type { Feature } from '../../platform/feature.ts'
import { mailServerRoutes } from './mail-server-routes.ts'
import { provide } from '../../platform/ports.ts'
import { providerTried } from '../sign-in/service.ts'
import { signInProviderRoutes } from './sign-in-provider-routes.ts'
import { markProviderTried } from './sign-in-providers.ts'
import { settingsRoutes } from './routes.ts'

export const settingsFeature: Feature = {
  name: 'settings',
  start: ({ settings, siteTitle, installation, mail }) => ({
    routes: (http) => {
      settingsRoutes(http, settings)
      signInProviderRoutes(http, settings)
      mailServerRoutes(http, settings, { siteTitle, address: installation.address, ...mail })
    },
  }),
  provides: [provide(providerTried, markProviderTried)],
}
