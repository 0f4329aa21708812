import { CarrierError, type Carrier } from '../carrier.ts'

export interface ShortMessage {
  /** The same message sent twice has the same id. */
  id: string
  /** A phone number in E.164. */
  to: string
  text: string
}

interface HttpSmsOptions {
  url: URL
  /** Sent as a bearer token. */
  token: string | undefined
  /** The body with {to}, {text} and {id} in its strings. */
  body: Record<string, unknown>
  patienceMilliseconds?: number
}

/** Fills in the strings of a template, however deep; inserted values are not processed again. */
const fillIn = (template: unknown, message: ShortMessage): unknown => {
  if (typeof template === 'string')
    return template.replaceAll(/\{(id|to|text)\}/g, (_, name: keyof ShortMessage) => message[name])
  if (Array.isArray(template)) return template.map((part) => fillIn(part, message))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([key, part]) => [key, fillIn(part, message)]))
}

const failureOf = (error: unknown): CarrierError => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError'
    ? new CarrierError('timeout', 'ETIMEDOUT')
    : new CarrierError('unreachable', cause?.code ?? 'fetch')
}

/** Sends text messages to a gateway that accepts JSON over HTTP. */
export const createSmsCarrier = (options: HttpSmsOptions): Carrier<ShortMessage> => {
  const { url, token, body, patienceMilliseconds = 10_000 } = options
  return {
    send: async (message) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': message.id,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(fillIn(body, message)),
        // The token is meant for this address only.
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMilliseconds),
      }).catch((error: unknown) => {
        throw failureOf(error)
      })
      // The response may repeat the message: it is not read.
      await response.body?.cancel()
      if (!response.ok) throw new CarrierError('status', String(response.status))
    },
  }
}
