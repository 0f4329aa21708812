import type { APIRequestContext } from '@playwright/test'
import { solve } from '../server/testing/proofs.ts'
import { expect, test as base } from './journey.ts'
import { organiser } from './sites.ts'

/** Somebody who has just signed up, and is signed in in the journey's browser. */
export interface Teacher {
  uid: string
  username: string
  password: string
  email: string
}

interface Fixtures {
  teacher: Teacher
  /** Calls the interface as the organiser, in a browser of his own. */
  callAsOrganiser: ReturnType<typeof createCall>
  /** What was sent last to a contact, as organisers of a demo see it. */
  letterTo: (contact: string) => Promise<string>
  codeFor: (contact: string) => Promise<string>
}

type Method = 'get' | 'post' | 'put'

/** Calls the interface as a browser does that is on the site. */
export const createCall =
  (request: APIRequestContext, origin: string) =>
  async <Data>(method: Method, path: string, data?: unknown): Promise<Data> => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answer = await request[method](path, { headers: { origin, ...key }, ...(data !== undefined && { data }) })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { data: Data }).data
  }

/** Signs the organiser in; for journeys that leave nothing behind, quicker than a new account. */
export const enterAsOrganiser = (request: APIRequestContext, origin: string): Promise<unknown> => {
  const { username: identifier, password } = organiser
  return createCall(request, origin)('post', '/api/account/login', { identifier, password })
}

/** Somebody new, who is signed in afterwards where he signed up. */
export const signUp = async (
  request: APIRequestContext,
  origin: string,
  codeFor: Fixtures['codeFor'],
): Promise<Teacher> => {
  const call = createCall(request, origin)
  const username = `he-${crypto.randomUUID().slice(0, 8)}`
  const [email, password] = [`${username}@example.org`, 'copper kettle sings at dawn']
  const site = {
    call: async (_: string, path: string, { body }: { body: unknown }) => {
      const answered = await call('post', path, body)
      return { data: () => answered }
    },
  } as unknown as Parameters<typeof solve>[0]
  const proof = await solve(site, 'code')
  await call('post', '/api/account/codes', { purpose: 'signUp', contact: email, proof })
  const documents = await call<{ list: { id: string }[] }>('get', '/api/documents')
  const { uid } = await call<{ uid: string }>('post', '/api/account/register', {
    username,
    password,
    contact: email,
    code: await codeFor(email),
    consents: documents.list.map(({ id }) => id),
    proof: await solve(site, 'signUp'),
  })
  return { uid, username, password, email }
}

export const test = base.extend<Fixtures>({
  callAsOrganiser: async ({ playwright, baseURL }, provide) => {
    const request = await playwright.request.newContext({ baseURL: baseURL! })
    await enterAsOrganiser(request, baseURL!)
    await provide(createCall(request, baseURL!))
    await request.dispose()
  },
  letterTo: async ({ callAsOrganiser }, provide) =>
    provide(async (contact) => {
      type Outbox = { list: { recipient: string; text: string }[] }
      const { list } = await callAsOrganiser<Outbox>('get', '/api/outbox?pageSize=100')
      return list.find(({ recipient }) => recipient === contact)?.text ?? ''
    }),
  codeFor: async ({ letterTo }, provide) =>
    provide(async (contact) => /\d{6}/.exec(await letterTo(contact))?.[0] ?? ''),
  teacher: async ({ context, baseURL, codeFor }, provide) => provide(await signUp(context.request, baseURL!, codeFor)),
})
