import * as contract from '@lectern/contract/settings/mail-server.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { siteControl, whyNotControl } from '../steps/service.ts'
import { changeMailServer, readMailServer, removeMailServer, testMailServer, type MailFacts } from './mail-server.ts'
import type { Settings } from '../../platform/settings.ts'

export const mailServerRoutes = ({ serve }: Http, settings: Pick<Settings, 'refresh'>, facts: MailFacts): void => {
  const control = { policy: organisers('system'), ...siteControl }
  const present = async (ctx: SignedIn) => ({
    ...(await readMailServer(ctx, facts)),
    whyNot: await whyNotControl(ctx),
  })

  serve(contract.readMailServer, { policy: organisers('system') }, ({ ctx }) => present(ctx))

  serve(contract.changeMailServer, control, async ({ ctx, body }) => {
    await changeMailServer(ctx, facts, body)
    await settings.refresh()
    return present(ctx)
  })

  serve(contract.removeMailServer, control, async ({ ctx, body }) => {
    await removeMailServer(ctx, facts, body)
    await settings.refresh()
    return present(ctx)
  })

  serve(contract.testMailServer, { policy: organisers('system') }, ({ ctx, body }) => testMailServer(ctx, facts, body))
}
