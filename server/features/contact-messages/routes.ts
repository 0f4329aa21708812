import * as contract from '@lectern/contract/contact-messages/contact-messages.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { presentMessage, presentMessages } from './present.ts'
import { answerMessage, listMessages, moveMessage, requireMessage, sendMessage } from './service.ts'

/** Room for the longest answer; Chinese takes three bytes a character. */
const largestAnswer = 32 * 1024

export const contactMessageRoutes = ({ serve }: Http): void => {
  serve(contract.sendMessage, { policy: everyone }, async ({ ctx, body, idempotencyKey }) => ({
    reference: await sendMessage(ctx, body, idempotencyKey),
  }))

  serve(contract.listMessages, { policy: organisers('people') }, async ({ ctx, query }) =>
    presentMessages(await listMessages(ctx, query)),
  )

  serve(contract.readMessage, { policy: organisers('people') }, async ({ ctx, params }) =>
    presentMessage(ctx, await requireMessage(ctx, params.id)),
  )

  serve(
    contract.answerMessage,
    { policy: organisers('people'), largestBody: largestAnswer },
    async ({ ctx, params, body, idempotencyKey }) =>
      presentMessage(ctx, await answerMessage(ctx, params.id, body, idempotencyKey)),
  )

  serve(contract.moveMessage, { policy: organisers('people') }, async ({ ctx, params, body }) =>
    presentMessage(ctx, await moveMessage(ctx, params.id, body)),
  )
}
