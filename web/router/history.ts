import { carryLanguage, carryLanguageByLinks } from './address-language.ts'
import { decode, isOfficePath, withBase } from './match.ts'
import { placeOf, type Router } from './router.ts'

interface Entry {
  /** Names this entry of the history, to find its scroll position again. */
  key: string
}

const newKey = (): string => Math.random().toString(36).slice(2)

const scrollKey = (): string => `lectern.scroll.${(history.state as Entry | null)?.key ?? 'first'}`

let scrollTimer: ReturnType<typeof setTimeout> | undefined

const rememberScroll = (router: Router): void => {
  clearTimeout(scrollTimer)
  // While the next page is on its way, the address is the next one's already and the spinner has no position worth keeping.
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

/** React has put the new page into the document when the next frame comes. */
const afterPaint = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work))

const isOffice = (url: URL | Location, base: string): boolean => isOfficePath(placeOf(url, base)?.pathname ?? '')

/** The office is a document of its own, with styles that pages for the public do not allow. */
const leavesDocument = (url: URL, base: string): boolean => isOffice(url, base) !== isOffice(location, base)

const addressOf = (router: Router, path: string): URL =>
  carryLanguage(new URL(withBase(path, router.base), location.href), location.href, router.base)

interface GoOptions {
  /** Stay where the reader is, as when a filter changes the list below. */
  keepScroll?: boolean
  /** In the place of the page that is left, which nobody wants to come back to. */
  replace?: boolean
}

/** Goes to a path of this site, as a link does. */
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
    // Keyboard and screen reader go on at the new page's beginning, unless it has something more urgent to say.
    const main = document.getElementById('main')
    const isTaken = document.activeElement !== focused && main?.contains(document.activeElement)
    if (!isTaken) main?.focus({ preventScroll: true })
  })
}

/** Another address for what is on the page already: nothing is loaded. Back leads to the former one, unless it is replaced. */
export const readdress = (router: Router, path: string, { replace = false }: Pick<GoOptions, 'replace'> = {}): void => {
  const url = addressOf(router, path)
  if (replace) history.replaceState(history.state, '', url)
  else {
    rememberScroll(router)
    history.scrollRestoration = 'manual'
    history.pushState({ key: newKey() } satisfies Entry, '', url)
  }
  router.relocate(placeOf(url, router.base)!)
}

/** Goes where the back and forward buttons have led. */
const goBack = async (router: Router): Promise<void> => {
  // The browser has changed the entry: what was waiting to be remembered belongs to the one before.
  clearTimeout(scrollTimer)
  const place = placeOf(location, router.base)
  if (!place) return location.reload()
  const { pathname, search } = router.state.place
  if (place.pathname === pathname && place.search === search) return
  const scrolled = recallScroll()
  if (await router.show(place)) afterPaint(() => scrollTo(0, scrolled))
}

/** Follows the back and forward buttons. */
export const followHistory = (router: Router): void => {
  // The document may be rendered for another spelling of the address; from here on the address bar is right.
  const place = placeOf(location, router.base)
  if (place) router.relocate(place)
  carryLanguageByLinks(router.base)

  addEventListener('popstate', () => void goBack(router))
  // A reload is the browser's own affair: it finds the place in the document that the server sends.
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
