import type { Feature } from '../../platform/feature.ts'
import { mailServerRoutes } from './mail-server-routes.ts'
import { settingsRoutes } from './routes.ts'

export const settingsFeature: Feature = {
  name: 'settings',
  start: ({ settings, siteTitle, installation, mail }) => ({
    routes: (http) => {
      settingsRoutes(http, settings)
      mailServerRoutes(http, settings, { siteTitle, address: installation.address, ...mail })
    },
  }),
}
