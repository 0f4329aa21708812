import { endpoint } from '@lectern/contract/endpoint.ts'
import { z } from 'zod'
import { sendNotice, type NewNotice } from '../features/notices/service.ts'
import type { Http } from '../platform/http/serve.ts'
import { everyone } from '../platform/policy.ts'
import { inTransaction } from '../platform/transaction.ts'
import type { TestSite } from './site.ts'

const send = endpoint({
  method: 'POST',
  path: '/api/send-notice',
  summary: 'Sends whatever the test says',
  body: z.any(),
  answer: z.object({}),
})

/** Sends notices in place of the features that would. */
export const noticeSender = ({ serve }: Http): void =>
  serve(send, { policy: everyone, limited: false }, async ({ ctx, body }) => {
    await inTransaction(ctx, (inner) => sendNotice(inner, body as NewNotice))
    return {}
  })

export const tell = async (
  site: TestSite,
  to: NewNotice['to'],
  notice: Partial<Omit<NewNotice, 'to'>> = {},
): Promise<void> => {
  const body = { to, kind: 'account', message: 'accountEdited', ...notice }
  const { status, text } = await site.call('POST', send.path, { body })
  if (status !== 200) throw new Error(text)
}
