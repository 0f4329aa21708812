import type { Channel } from '@lectern/contract/account-values.ts'
import { listOutbox, sendAgain } from '@lectern/contract/outbox.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentLetter } from './present.ts'
import { listLetters, sendLetterAgain } from './service.ts'
import type { Letterhead } from './writing.ts'

interface OutboxFacts extends Letterhead {
  /** By which letters really leave. */
  readonly channels: readonly Channel[]
}

export const outboxRoutes = ({ serve }: Http, facts: OutboxFacts): void => {
  serve(listOutbox, { policy: organisers }, async ({ ctx, query }) => {
    const { list, ...page } = await listLetters(ctx, query)
    return { ...page, list: list.map((row) => presentLetter(ctx, row, facts)), channels: [...facts.channels] }
  })

  serve(sendAgain, { policy: organisers }, async ({ ctx, params }) => {
    await sendLetterAgain(ctx, params.id)
    return {}
  })
}
