import { changeSettings, readSettings } from '@lectern/contract/office.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { changeOfficeSettings, type Settings } from './service.ts'

export const settingsRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(readSettings, { policy: organisers }, async () => settings.office)

  serve(changeSettings, { policy: organisers }, async ({ ctx, body }) => {
    await changeOfficeSettings(ctx, body)
    await settings.refresh()
    return settings.office
  })
}
