import { maxAnswerText, type WebhookFailure } from '@lectern/contract/webhooks/webhook-values.ts'
import type { WebhookAnswer } from '@lectern/contract/webhooks/webhooks.ts'
import type { Ctx } from '../../platform/context.ts'
import { postTo, RequestError, type OutgoingRules } from '../../platform/outgoing-requests.ts'
import { readKeys, signedHeaders, type KeyedWebhook } from './keys.ts'

export interface SendingDeps {
  rules: OutgoingRules
  version: string
}

const timeoutMilliseconds = 10_000

/** Text that can be stored and shown in one line. */
const plainBeginning = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerText)

export interface Attempt {
  answer: WebhookAnswer
  retryAfter: string | undefined
}

type Receiver = KeyedWebhook & { url: string }

/** One attempt, however it ends. Throws only if the signal is aborted. */
export const sendOnce = async (
  { installation, now }: Pick<Ctx, 'installation' | 'now'>,
  { rules, version }: SendingDeps,
  { webhook, id, body, signal }: { webhook: Receiver; id: string; body: string; signal?: AbortSignal | undefined },
): Promise<Attempt> => {
  const began = performance.now()
  const answered = (
    outcome: { status: number; text: string; retryAfter: string | undefined } | { failure: WebhookFailure },
  ): Attempt => ({
    answer: {
      at: now.toISOString(),
      milliseconds: Math.round(performance.now() - began),
      status: 'status' in outcome ? outcome.status : null,
      failure: 'failure' in outcome ? outcome.failure : null,
      text: 'text' in outcome ? plainBeginning(outcome.text) : '',
    },
    retryAfter: 'retryAfter' in outcome ? outcome.retryAfter : undefined,
  })
  const keys = await readKeys(installation.encryption, webhook, now)
  if (!keys) return answered({ failure: 'key' })
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Lectern/${version}`,
    ...signedHeaders(keys, { id, body, at: now }),
  }
  try {
    return answered(await postTo(new URL(webhook.url), rules, { headers, body, timeoutMilliseconds, signal }))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return answered({ failure: error.failure })
  }
}

/** In a demo only where the operator has named the address: whoever tries a demo sends nothing to strangers. */
export const isSending = (
  { installation }: Pick<Ctx, 'installation'>,
  { allowed }: OutgoingRules,
  url: string,
): boolean => !installation.demo || allowed.has(new URL(url).origin)
