import type { APIRequestContext, Page } from '@playwright/test'
import type { Locale } from '@lectern/contract/locales.ts'
import { expect, test as base, watchContext } from './journey.ts'
import { organiser } from './sites.ts'

/** A user who has just signed up and is signed in in the test's browser. */
export interface Teacher {
  uid: string
  username: string
  password: string
  email: string
}

interface Fixtures {
  teacher: Teacher
  /** Calls the API as the organiser, in a separate browser. */
  callAsOrganiser: ReturnType<typeof createCall>
  /** The last message to a contact, from the outbox of the demo. */
  letterTo: (contact: string) => Promise<string>
  codeFor: (contact: string) => Promise<string>
  /** A page that is signed in as the organiser, beside the page of the user. */
  office: Page
}

/** An activity without questions; journeys override what they need. */
export const plainActivity = {
  group: {},
  summary: {},
  body: {},
  requirements: {},
  rules: {},
  cover: null,
  teamMin: 1,
  teamMax: 3,
  advisorsMax: 0,
  capacity: null,
  fields: [],
}

type Method = 'get' | 'post' | 'put'

/** Calls the API as a browser on the site does. */
export const createCall =
  (request: APIRequestContext, origin: string) =>
  async <Data>(method: Method, path: string, data?: unknown): Promise<Data> => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answer = await request[method](path, { headers: { origin, ...key }, ...(data !== undefined && { data }) })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { data: Data }).data
  }

/** Signs in as the organiser; faster than a new account, for journeys that change nothing. */
export const enterAsOrganiser = (request: APIRequestContext, origin: string): Promise<unknown> => {
  const { username: identifier, password } = organiser
  return createCall(request, origin)('post', '/api/account/login', { identifier, password })
}

/** The profile fields that an enrolment requires. */
const details = {
  realName: 'He Lan',
  school: 'Jiangzhou No. 1 School',
  department: 'Physics',
  title: 'Teacher',
  province: '330000',
  city: '330100',
}

export const newPhone = (): string => `13${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`

interface Newcomer {
  locale?: Locale
  access?: 'user' | 'expert' | 'admin'
  /** Whether the profile has everything that an enrolment needs. */
  isKnown?: boolean
  /** Differences from the usual profile. */
  about?: Partial<typeof details>
}

/** Signs up over the API and stays signed in; other journeys test the form. */
export const signUp = async (
  request: APIRequestContext,
  origin: string,
  { locale = 'en-US', access = 'user', isKnown = false, about: differing = {} }: Newcomer = {},
): Promise<Teacher> => {
  const username = `he-${crypto.randomUUID().slice(0, 8)}`
  const person = { username, email: `${username}@example.org`, password: 'copper kettle sings at dawn' }
  const about = isKnown ? { ...details, ...differing, phone: `+86${newPhone()}` } : null
  const call = createCall(request, origin)
  const { uid } = await call<{ uid: string }>('post', '/api/journeys/teachers', { ...person, locale, access, about })
  return { uid, ...person }
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
  office: async ({ browser, baseURL, expected, complaints }, provide) => {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', reducedMotion: 'reduce' })
    watchContext(context, baseURL!, expected, complaints)
    await enterAsOrganiser(context.request, baseURL!)
    await provide(await context.newPage())
    await context.close()
  },
  teacher: async ({ context, baseURL }, provide) => provide(await signUp(context.request, baseURL!)),
})
