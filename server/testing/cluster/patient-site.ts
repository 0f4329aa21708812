import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import type { Connection } from '../../platform/database/connect.ts'
import { answerFrom, answerTo, type Answer } from '../answer.ts'
import { writeRequest } from '../request.ts'
import type { TestSite } from '../site.ts'

/** Answers of a proxy or a process that another attempt may not meet again. */
const passing: ReadonlySet<number> = new Set([502, 503, 504])

const maxAttempts = 20
const pauseOf = (attempt: number): number => Math.min(2_000, attempt * 250)

/** Whose limit of requests counts: each browser has its own address. */
const addressOf = (cookie: string): string => {
  const bytes = createHash('sha256').update(cookie).digest()
  return `10.${bytes[0]}.${bytes[1]}.${bytes[2]}`
}

/**
 * A site as browsers use it that send a request again, with the same idempotency key, if it was not answered or the site was
 * not ready. Fixtures write into the database.
 */
export const patientSite = (url: string, { db, pool }: Connection): TestSite => {
  const attempt = (method: string, path: string, headers: Record<string, string>, body: unknown) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': addressOf(headers['cookie'] ?? ''),
        ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }).then(
      async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
      (error: unknown) => ({ status: 0, headers: new Headers(), text: String(error) }),
    )

  const call: TestSite['call'] = async (method, path, { headers = {}, body } = {}): Promise<Answer> => {
    const keyed = method === 'GET' || method === 'HEAD' ? headers : { 'idempotency-key': randomUUID(), ...headers }
    for (let count = 1; ; count += 1) {
      const answer = await attempt(method, path, keyed, body)
      if (answer.status !== 0 && !passing.has(answer.status)) return answerTo({ method, path }, answer)
      if (count === maxAttempts) throw new Error(`${method} ${path} failed ${count} times: ${answer.text}`)
      await sleep(pauseOf(count))
    }
  }

  const site: Pick<TestSite, 'url' | 'db' | 'pool' | 'clock' | 'call' | 'get' | 'callAs' | 'ask'> = {
    url,
    db,
    pool,
    clock: { now: () => systemClock.now(), set: () => undefined },
    call,
    get: (path, headers = {}) => call('GET', path, { headers }),
    callAs: ({ headers }, method, path, body) =>
      call(method, path, { headers: { ...headers, 'accept-language': 'en-US' }, body }),
    ask: async (endpoint, ...request) => {
      const { method, path, ...rest } = writeRequest(endpoint, ...request)
      return answerFrom(endpoint, await call(method, path, rest))
    },
  }
  // Nothing else is used of it.
  return site as TestSite
}
