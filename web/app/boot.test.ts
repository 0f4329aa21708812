import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberLocale } from './language.ts'
import { loadMilliseconds } from './load-page.ts'
import { writeColorWeak, writeSideCollapsed, writeStyle } from './reader-choices.ts'

// The boot script can import nothing, so it repeats what these modules say. Here what they write is what it reads.

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

/** A browser as far as the boot script looks at it. */
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
    failScript: () => listeners.forEach((tell) => tell({ target: script })),
  }
}

// A plain script has nothing to import by name.
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

it("sets the reader's style as it was written", async () => {
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

it.each(['http:', 'https:'])('mirrors the language as it was written, over %s', async (protocol) => {
  const { cookies, page } = openBrowser(protocol)
  rememberLocale('pt-BR')
  const [written] = cookies.splice(0)
  expect(written?.endsWith('; secure')).toBe(protocol === 'https:')
  await runBoot()
  expect([cookies, page.reloads]).toEqual([[written], 1])
})

it('waits for the first page as long as any page is waited for', async () => {
  const { shown } = openBrowser('http:')
  await runBoot()
  vi.advanceTimersByTime(loadMilliseconds - 1)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['load-error hidden'])
})

it('shows a script that did not arrive, but not once the page runs', async () => {
  const { element, shown, failScript } = openBrowser('http:')
  await runBoot()
  failScript()
  expect(shown).toEqual(['load-error hidden'])
  element.dataset['ready'] = 'true'
  failScript()
  expect(shown).toEqual(['load-error hidden'])
})
