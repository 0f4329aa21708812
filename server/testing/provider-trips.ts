import { arriveFromProvider, departToProvider } from '@lectern/contract/sign-in/provider-sign-in.ts'
import type { Answer, TestSite } from './site.ts'

/** A browser: the cookies that it keeps. */
export interface TestBrowser {
  cookies: Map<string, string>
}

export const newBrowser = (session?: { headers: { cookie: string } }): TestBrowser => {
  const [name = '', value = ''] = session?.headers.cookie.split('=', 2) ?? []
  return { cookies: new Map(session ? [[name, value]] : []) }
}

/** A call from this browser, which keeps what cookies it is given. */
export const callFrom = async (
  site: Pick<TestSite, 'call'>,
  { cookies }: TestBrowser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await site.call(method, path, {
    headers: { 'accept-language': 'en-US', ...(cookie && { cookie }) },
    body,
  })
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]!.split('=', 2)
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return answer
}

/** Where the browser is sent by the button of a provider. */
export const departFrom = async (
  site: Pick<TestSite, 'call'>,
  browser: TestBrowser,
  key: string,
  body: object = {},
): Promise<string> =>
  (await callFrom(site, browser, 'POST', `/api/account/providers/${key}/departure`, body)).data(departToProvider).to

/** Brings back what the provider has sent the browser back with. */
export const arriveWith = (
  site: Pick<TestSite, 'call'>,
  browser: TestBrowser,
  back: string,
  steps: object = {},
): Promise<Answer> => {
  const url = new URL(back)
  const key = url.pathname.split('/').at(-1)!
  return callFrom(site, browser, 'POST', `/api/account/providers/${key}/arrival`, {
    answer: [...url.searchParams],
    ...steps,
  })
}

export const outcomeOf = (answer: Answer): string =>
  answer.status === 200 ? answer.data(arriveFromProvider).outcome : answer.failure().error
