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

/** A fake browser, as far as the boot script uses one. */
const openBrowser = (protocol: string) => {
  const element = createElement()
  const cookies: string[] = []
  const listeners = new Map<string, (event: unknown) => void>()
  const shown: string[] = []
  const page = { reloads: 0 }
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
    addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return {
    element,
    cookies,
    shown,
    page,
    fail: (target: object) => listeners.get('error')!({ target }),
    /** Returns what was done with the event. */
    submit: (form: object): string[] => {
      const done: string[] = []
      const preventDefault = () => void done.push('prevented')
      listeners.get('submit')!({ target: form, preventDefault, stopPropagation: () => void done.push('stopped') })
      return done
    },
  }
}

const held = ['prevented', 'stopped']

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

it.each([{ tagName: 'SCRIPT' }, { tagName: 'LINK', rel: 'stylesheet' }])(
  'shows an error if %o fails to load, unless the page runs already',
  async (needed) => {
    const { element, shown, fail } = openBrowser('http:')
    await runBoot()
    fail(needed)
    expect(shown).toEqual(['load-error hidden'])
    element.dataset['ready'] = 'true'
    fail(needed)
    expect(shown).toEqual(['load-error hidden'])
  },
)

it('shows no error for what the page can do without, or for an uncaught error', async () => {
  const { shown, fail } = openBrowser('http:')
  await runBoot()
  for (const target of [{ tagName: 'IMG' }, { tagName: 'LINK', rel: 'modulepreload' }, globalThis]) fail(target)
  expect(shown).toEqual([])
})

it('submits a form again, once, that was submitted before the page ran', async () => {
  const { element, submit } = openBrowser('http:')
  await runBoot()
  const done: string[] = []
  const form = { method: 'post', requestSubmit: () => void done.push(...submit(form), 'submitted') }
  expect([submit(form), submit(form)]).toEqual([held, held])
  vi.advanceTimersToNextTimer()
  expect(done).toEqual([...held, 'submitted'])
  element.dataset['ready'] = 'true'
  vi.advanceTimersByTime(1000)
  expect(done).toEqual([...held, 'submitted', 'submitted'])
})

it('leaves forms alone that the browser sends itself', async () => {
  const { submit } = openBrowser('http:')
  await runBoot()
  expect(submit({ method: 'get' })).toEqual([])
})
