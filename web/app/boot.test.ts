import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberLocale } from './language.ts'
import { loadMilliseconds } from './load-page.ts'
import { writeColorWeak, writeSideCollapsed, writeStyle } from './reader-choices.ts'

// The boot script cannot import anything, so it repeats constants of these modules. These tests keep them in sync.

const createElement = () => {
  const attributes = new Set<string>()
  return {
    dataset: {} as Record<string, string>,
    lang: 'zh-CN',
    attributes,
    toggleAttribute: (name: string, on: boolean) => void (on ? attributes.add(name) : attributes.delete(name)),
  }
}

const createStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const Script = function () {}
const Link = function () {}

/** A fake browser, as far as the boot script uses one. */
const openBrowser = (protocol: string) => {
  const element = createElement()
  const cookies: string[] = []
  const listeners: ((event: { target: unknown }) => void)[] = []
  const shown: string[] = []
  const page = { reloads: 0 }
  const script = Object.create(Script.prototype)
  const globals = {
    document: {
      documentElement: element,
      readyState: 'complete',
      get cookie() {
        return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
      },
      set cookie(cookie: string) {
        cookies.push(cookie)
      },
      querySelector: () => ({}),
      getElementById: (id: string) => ({ removeAttribute: (name: string) => void shown.push(`${id} ${name}`) }),
    },
    localStorage: createStorage(),
    location: { protocol, search: '', reload: () => void (page.reloads += 1) },
    HTMLScriptElement: Script,
    HTMLLinkElement: Link,
    addEventListener: (_: string, listener: (event: { target: unknown }) => void) => void listeners.push(listener),
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return {
    element,
    cookies,
    shown,
    page,
    failScript: () => listeners.forEach((listen) => listen({ target: script })),
  }
}

// The boot script has no exports, so it is imported by a glob.
const [boot] = Object.values(import.meta.glob('./boot.ts'))

const runBoot = async (): Promise<void> => {
  vi.resetModules()
  await boot!()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("applies the reader's style as it was stored", async () => {
  const { element } = openBrowser('http:')
  writeStyle('dark')
  writeColorWeak(true)
  writeSideCollapsed(true)
  const written = [{ ...element.dataset }, [...element.attributes].toSorted()]
  expect(written).toEqual([{ theme: 'dark' }, ['data-side-collapsed', 'data-weak']])
  delete element.dataset['theme']
  element.attributes.clear()
  await runBoot()
  expect([{ ...element.dataset }, [...element.attributes].toSorted()]).toEqual(written)
})

it.each(['http:', 'https:'])('restores the language cookie as it was written, over %s', async (protocol) => {
  const { cookies, page } = openBrowser(protocol)
  rememberLocale('pt-BR')
  const [written] = cookies.splice(0)
  expect(written?.endsWith('; secure')).toBe(protocol === 'https:')
  await runBoot()
  expect([cookies, page.reloads]).toEqual([[written], 1])
})

it('has the same timeout for the first page as for any other', async () => {
  const { shown } = openBrowser('http:')
  await runBoot()
  vi.advanceTimersByTime(loadMilliseconds - 1)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['load-error hidden'])
})

it('shows an error if a script fails to load, unless the page runs already', async () => {
  const { element, shown, failScript } = openBrowser('http:')
  await runBoot()
  failScript()
  expect(shown).toEqual(['load-error hidden'])
  element.dataset['ready'] = 'true'
  failScript()
  expect(shown).toEqual(['load-error hidden'])
})
