import { describe, expect, it } from 'vitest'
import type { Client } from '../request/client.ts'
import type { PageModule } from './route.ts'
import { createRouter, loadPlace, placeOf, type RouterState } from './router.ts'

const Nothing = () => null
const client = (() => Promise.reject(new Error('no requests here'))) as Client

/** Pages whose loaders resolve when the test says so. */
const createPages = () => {
  const waiting = new Map<string, (data: unknown) => void>()
  const loadModule = async (file: string): Promise<PageModule> => ({
    default: Nothing,
    loader: ({ query, params }) => new Promise((resolve) => waiting.set(`${file} ${params.id ?? ''}${query}`, resolve)),
  })
  const answer = async (key: string, data: unknown): Promise<void> => {
    while (!waiting.has(key)) await Promise.resolve()
    waiting.get(key)!(data)
  }
  return { loadModule, answer }
}

const routes = [
  { path: '/', file: 'home' },
  { path: '/News', file: 'list' },
]

const start = async () => {
  const pages = createPages()
  const options = { routes, missing: 'missing', base: '/', client, loadModule: pages.loadModule }
  const place = { pathname: '/', search: '' }
  const router = createRouter(options, { place, screen: await loadPlace(options, place, { data: 'given' }) })
  const states: RouterState[] = []
  router.subscribe(() => states.push(router.state))
  return { router, states, pages }
}

const summary = ({ place, screen, pending }: RouterState) => [
  place.pathname + place.search,
  screen.kind === 'page' ? screen.data : screen.kind,
  pending,
]

describe('the router', () => {
  it('starts with the data of the document, without loading again', async () => {
    const { router } = await start()
    expect(summary(router.state)).toEqual(['/', 'given', 'none'])
  })

  it('uses the address bar as the place, and keeps the state that the document was rendered with', async () => {
    const { router, states } = await start()
    router.relocate({ pathname: '/', search: '?utm_source=x' })
    expect(states.map(summary)).toEqual([['/?utm_source=x', 'given', 'none']])
    expect(summary(router.initial)).toEqual(['/', 'given', 'none'])
  })

  it('has a pending state while another page loads, and then shows it', async () => {
    const { router, states, pages } = await start()
    const going = router.show({ pathname: '/News', search: '' })
    await pages.answer('list ', 'news')
    await going
    expect(states.map(summary)).toEqual([
      ['/News', 'given', 'other page'],
      ['/News', 'news', 'none'],
    ])
  })

  it('keeps the page mounted while only its query changes', async () => {
    const { router, states, pages } = await start()
    const going = router.show({ pathname: '/', search: '?page=2' })
    await pages.answer('home page=2', 'second')
    await going
    expect(states.map(summary)).toEqual([
      ['/?page=2', 'given', 'same page'],
      ['/?page=2', 'second', 'none'],
    ])
  })

  it('shows only the newest of several places, in whichever order they load', async () => {
    const { router, pages } = await start()
    const first = router.show({ pathname: '/News', search: '?page=1' })
    const second = router.show({ pathname: '/News', search: '?page=2' })
    await pages.answer('list page=2', 'second')
    expect(await second).toBe(true)
    await pages.answer('list page=1', 'first')
    expect(await first).toBe(false)
    expect(summary(router.state)).toEqual(['/News?page=2', 'second', 'none'])
  })

  it('shows the not-found page for an address without a route', async () => {
    const { router } = await start()
    for (const place of [
      { pathname: '/404', search: '' },
      { pathname: '/anywhere', search: '' },
    ]) {
      await router.show(place)
      expect(summary(router.state)).toEqual([place.pathname, 'missing', 'none'])
    }
  })

  it('shows why a page failed to load', async () => {
    const { router, pages } = await start()
    const going = router.show({ pathname: '/News', search: '' })
    await pages.answer('list ', Promise.reject(new Error('away')))
    await going
    expect(router.state.screen).toEqual({ kind: 'failed', error: new Error('away') })
  })
})

describe('a personal page', () => {
  const personal = [
    { path: '/', file: 'home' },
    { path: '/mine', file: 'mine', personal: true as const },
  ]
  const at = { pathname: '/mine', search: '' }
  const open = async (options: { admit?: () => Promise<boolean>; onFailure?: (error: unknown) => Promise<void> }) => {
    const loadModule = async () => ({ default: Nothing, loader: () => Promise.reject(new Error('refused')) })
    const all = { routes: personal, missing: 'missing', base: '/', client, loadModule, ...options }
    return createRouter(all, { place: at, screen: await loadPlace(all, at, { data: undefined }) })
  }

  it('is waiting in the document, which is the same for everybody, and on the server', async () => {
    const { state } = await open({ admit: async () => true })
    expect([summary(state), summary((await open({})).state)]).toEqual([
      ['/mine', 'waiting', 'none'],
      ['/mine', 'waiting', 'none'],
    ])
  })

  it('is closed to users without access, and nothing of it is loaded', async () => {
    const router = await open({ admit: async () => false })
    await router.reload()
    expect(summary(router.state)).toEqual(['/mine', 'closed', 'none'])
  })

  it('fails if the current user cannot be loaded', async () => {
    const router = await open({ admit: () => Promise.reject(new Error('away')) })
    await router.reload()
    expect(router.state.screen).toEqual({ kind: 'failed', error: new Error('away') })
  })

  it('shows no error while it redirects', async () => {
    const heard: unknown[] = []
    const leave = (error: unknown) => new Promise<void>(() => void heard.push(error))
    const router = await open({ admit: async () => true, onFailure: leave })
    void router.reload()
    while (heard.length === 0) await Promise.resolve()
    expect([heard, summary(router.state)]).toEqual([[new Error('refused')], ['/mine', 'waiting', 'same page']])
  })
})

describe('a place', () => {
  it('is the path below the router base with its query', () => {
    expect(placeOf(new URL('http://site/contest/News?page=2#x'), '/contest')).toEqual({
      pathname: '/News',
      search: '?page=2',
    })
    expect(placeOf(new URL('http://site/News'), '/contest')).toBe(undefined)
  })
})
