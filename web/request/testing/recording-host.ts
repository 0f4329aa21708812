import type { Locale } from '@lectern/contract/locales.ts'
import { readFileSync } from 'node:fs'
import type { RequestHost } from '../host.ts'

const textsOf = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../messages/${locale}/request.json`, import.meta.url), 'utf8'))

export const translator = (locale: Locale): RequestHost['translate'] => {
  const texts = textsOf(locale)
  return (key, values = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`no message ${key} in ${locale}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `{${name}}`)
  }
}

/** A host for tests that records what the user would see, in order. */
export const recordingHost = (fetch: RequestHost['fetch'], changes: Partial<RequestHost> = {}) => {
  const seen: unknown[][] = []
  const host: RequestHost = {
    fetch,
    locale: () => 'en-US',
    translate: translator('en-US'),
    presenter: {
      warning: (text) => void seen.push(['warning', text]),
      error: (...texts) => void seen.push(['error', ...texts]),
      notification: (title, description) => void seen.push(['notification', title, description]),
      redirect: (path) => void seen.push(['redirect', path]),
      signIn: () => void seen.push(['signIn']),
    },
    ...changes,
  }
  return { host, seen }
}

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) },
  })

/** A fake fetch that records requests and returns a new response for each. */
export const answering = (answer: (url: string, init: RequestInit) => Response) => {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch: RequestHost['fetch'] = async (url, init) => {
    sent.push({ url, init })
    return answer(url, init)
  }
  return { fetch, sent }
}
