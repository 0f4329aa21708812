import * as contract from '@lectern/contract/mail-server.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { changeMailServer, readMailServer, removeMailServer, testMailServer, type MailFacts } from './mail-server.ts'
import type { Settings } from '../../platform/settings.ts'

export const mailServerRoutes = ({ serve }: Http, settings: Pick<Settings, 'refresh'>, facts: MailFacts): void => {
  serve(contract.readMailServer, { policy: organisers }, ({ ctx }) => readMailServer(ctx, facts))

  serve(contract.changeMailServer, { policy: organisers }, async ({ ctx, body }) => {
    await changeMailServer(ctx, facts, body)
    await settings.refresh()
    return readMailServer(ctx, facts)
  })

  serve(contract.removeMailServer, { policy: organisers }, async ({ ctx, body }) => {
    await removeMailServer(ctx, facts, body)
    await settings.refresh()
    return readMailServer(ctx, facts)
  })

  serve(contract.testMailServer, { policy: organisers }, ({ ctx, body }) => testMailServer(ctx, facts, body))
}
