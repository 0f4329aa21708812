import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../request/client.ts'
import { RequestError } from '../request/request-error.ts'
import { createSession } from './session-store.ts'

const lin = { uid: 'lin' } as CurrentUser
const wu = { uid: 'wu' } as CurrentUser
const notSignedIn = new RequestError('BizError', '', { url: '/', data: { code: 4002 } })
const away = new RequestError('NetworkError', 'away', { url: '/' })

/** Requests that are answered when the test says so. */
const setUp = () => {
  const asked: PromiseWithResolvers<CurrentUser>[] = []
  const client = (() => {
    asked.push(Promise.withResolvers())
    return asked.at(-1)!.promise
  }) as unknown as Client
  return { asked, session: createSession(client) }
}

const visit = (pathname: string): void => void vi.stubGlobal('location', { pathname })

beforeEach(() => visit('/News'))
afterEach(() => void vi.unstubAllGlobals())

it('lets a personal page show why the session failed to load, and shows a toast on any other page', async () => {
  const seen: (boolean | undefined)[] = []
  const client = ((_endpoint: unknown, _input: unknown, options?: { skipErrorHandler?: boolean }) => {
    seen.push(!options?.skipErrorHandler)
    return Promise.reject(away)
  }) as unknown as Client
  const personal = createSession(client)
  const known = personal.known()
  personal.begin()
  await expect(known).rejects.toBe(away)
  createSession(client).begin()
  expect(seen).toEqual([false, true])
})

it('asks no second time behind a page that shows why the session failed to load, but on the next page', async () => {
  const { asked, session } = setUp()
  visit('/account/center')
  const known = session.known()
  asked[0]!.reject(away)
  await expect(known).rejects.toBe(away)
  session.begin()
  expect(asked.length).toBe(1)
  visit('/News')
  session.begin()
  expect(asked.length).toBe(2)
})

it('requests once, and knows the user', async () => {
  const { asked, session } = setUp()
  session.begin()
  session.begin()
  const known = session.known()
  asked[0]!.resolve(lin)
  expect([await known, asked.length, session.state]).toEqual([lin, 1, { user: lin, loading: false }])
})

it('does not request on sign-in pages, but does when the user leaves without signing in', async () => {
  const { asked, session } = setUp()
  visit('/account/login')
  session.begin()
  expect([asked.length, session.state]).toEqual([0, { user: undefined, loading: false }])
  visit('/News')
  session.begin()
  expect(asked.length).toBe(1)
})

it('treats a signed-out response as a visitor', async () => {
  const { asked, session } = setUp()
  const known = session.known()
  asked[0]!.reject(notSignedIn)
  expect(await known).toBe(undefined)
})

it('does not know the user when the request fails, and retries when it matters', async () => {
  const { asked, session } = setUp()
  session.begin()
  const known = session.known()
  asked[0]!.reject(away)
  await expect(known).rejects.toBe(away)
  session.begin()
  expect([asked.length, session.state]).toEqual([1, { user: undefined, loading: false }])
  const again = session.known()
  asked[1]!.resolve(lin)
  expect(await again).toBe(lin)
})

it('ignores a response that is older than the sign-in', async () => {
  const { asked, session } = setUp()
  session.begin()
  session.set(lin)
  asked[0]!.reject(notSignedIn)
  await Promise.resolve()
  expect([await session.known(), session.state.user]).toEqual([lin, lin])
})

it('keeps the user when a refresh fails, and uses the newest of several responses', async () => {
  const { asked, session } = setUp()
  session.set(lin)
  const failed = session.refresh()
  asked[0]!.reject(away)
  expect(await failed).toBe(lin)
  const [older, newer] = [session.refresh(), session.refresh()]
  asked[2]!.resolve(wu)
  await newer
  asked[1]!.resolve(lin)
  expect(await older).toBe(wu)
})
