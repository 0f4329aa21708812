import type { Channel } from '@lectern/contract/accounts/account-values.ts'
import { listOutbox, sendAgain } from '@lectern/contract/outbox/outbox.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { checkTakesNoPart } from '../steps/service.ts'
import { presentLetter } from './present.ts'
import { activitiesOfLetter } from './queries.ts'
import { listLetters, sendLetterAgain } from './service.ts'
import type { Letterhead } from './letter-text.ts'

interface OutboxFacts extends Letterhead {
  /** By which letters really leave. */
  readonly channels: readonly Channel[]
}

export const outboxRoutes = ({ serve }: Http, facts: OutboxFacts): void => {
  serve(listOutbox, { policy: organisers('system') }, async ({ ctx, query }) => {
    const { list, ...page } = await listLetters(ctx, query)
    return { ...page, list: list.map((row) => presentLetter(ctx, row, facts)), channels: [...facts.channels] }
  })

  serve(
    sendAgain,
    // Letters about one's own activities are not shown; sending others again is no act on an activity.
    {
      policy: organisers('system'),
      check: ({ ctx, params }) => checkTakesNoPart(ctx, activitiesOfLetter(params), 'look'),
    },
    async ({ ctx, params }) => {
      await sendLetterAgain(ctx, params.id)
      return {}
    },
  )
}
