import { carryLanguage, carryLanguageByLinks } from './address-language.ts'
import { decode, isOfficePath, withBase } from './match.ts'
import { placeOf, type Router } from './router.ts'

interface Entry {
  /** Identifies this history entry, to restore its scroll position. */
  key: string
}

const newKey = (): string => Math.random().toString(36).slice(2)

const scrollKey = (): string => `lectern.scroll.${(history.state as Entry | null)?.key ?? 'first'}`

let scrollTimer: ReturnType<typeof setTimeout> | undefined

const rememberScroll = (router: Router): void => {
  clearTimeout(scrollTimer)
  // While the next page loads, the address has changed already and the spinner's scroll position must not be stored.
  if (router.state.pending !== 'none') return
  try {
    sessionStorage.setItem(scrollKey(), String(scrollY))
  } catch {
    // Without storage, going back starts at the top.
  }
}

const recallScroll = (): number => {
  try {
    return Number(sessionStorage.getItem(scrollKey()) ?? 0)
  } catch {
    return 0
  }
}

/** By then React has rendered the new page. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work))

const isOffice = (url: URL | Location, base: string): boolean => isOfficePath(placeOf(url, base)?.pathname ?? '')

/** The office is a separate document, because its style policy differs from the public pages. */
const leavesDocument = (url: URL, base: string): boolean => isOffice(url, base) !== isOffice(location, base)

const addressOf = (router: Router, path: string): URL =>
  carryLanguage(new URL(withBase(path, router.base), location.href), location.href, router.base)

interface GoOptions {
  /** Keep the scroll position, for example when a filter changes the list. */
  keepScroll?: boolean
  /** Replaces the current history entry. */
  replace?: boolean
}

/** Navigates to a path of this site, as a link does. */
export const go = async (router: Router, path: string, options: GoOptions = {}): Promise<void> => {
  const { keepScroll = false, replace = false } = options
  const url = addressOf(router, path)
  if (leavesDocument(url, router.base)) return replace ? location.replace(url) : location.assign(url)
  rememberScroll(router)
  history.scrollRestoration = 'manual'
  const entry = { key: newKey() } satisfies Entry
  if (replace) history.replaceState(entry, '', url)
  else history.pushState(entry, '', url)
  const focused = document.activeElement
  const arrived = await router.show(placeOf(url, router.base)!)
  if (keepScroll || !arrived) return
  afterPaint(() => {
    const target = url.hash && document.getElementById(decode(url.hash.slice(1)))
    if (target) return target.scrollIntoView()
    scrollTo(0, 0)
    // Move the focus of keyboard and screen reader to the new page, unless the page has set it itself.
    const main = document.getElementById('main')
    const isTaken = document.activeElement !== focused && main?.contains(document.activeElement)
    if (!isTaken) main?.focus({ preventScroll: true })
  })
}

/** Changes the address without loading anything. Back returns to the former address, unless it is replaced. */
export const changeAddress = (
  router: Router,
  path: string,
  { replace = false }: Pick<GoOptions, 'replace'> = {},
): void => {
  const url = addressOf(router, path)
  if (replace) history.replaceState(history.state, '', url)
  else {
    rememberScroll(router)
    history.scrollRestoration = 'manual'
    history.pushState({ key: newKey() } satisfies Entry, '', url)
  }
  router.relocate(placeOf(url, router.base)!)
}

/** Shows the page of the current history entry. */
const goBack = async (router: Router): Promise<void> => {
  // The history entry has changed: a pending scroll position belongs to the previous one.
  clearTimeout(scrollTimer)
  const place = placeOf(location, router.base)
  if (!place) return location.reload()
  const { pathname, search } = router.state.place
  if (place.pathname === pathname && place.search === search) return
  const scrolled = recallScroll()
  if (await router.show(place)) afterPaint(() => scrollTo(0, scrolled))
}

/** Handles the back and forward buttons. */
export const followHistory = (router: Router): void => {
  // The document may have been rendered for another spelling of the address; from here on the address bar counts.
  const place = placeOf(location, router.base)
  if (place) router.relocate(place)
  carryLanguageByLinks(router.base)

  addEventListener('popstate', () => void goBack(router))
  // The browser itself restores the position after a reload.
  addEventListener('pagehide', () => {
    rememberScroll(router)
    history.scrollRestoration = 'auto'
  })
  addEventListener(
    'scroll',
    () => {
      clearTimeout(scrollTimer)
      if (router.state.pending === 'none') scrollTimer = setTimeout(() => rememberScroll(router), 100)
    },
    { passive: true },
  )
}
