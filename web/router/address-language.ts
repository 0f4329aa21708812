import { isLocale } from '@lectern/contract/locales.ts'
import { withoutBase } from './match.ts'

/** A language in an address holds for that view and for what is opened from it: pages of this site get it into theirs. */
export const carryLanguage = (target: URL, from: string, base: string): URL => {
  const { origin, searchParams } = new URL(from)
  const language = searchParams.get('lang')
  const path = withoutBase(target.pathname, base)
  const isPage = target.origin === origin && path !== undefined && !/^\/(api|calendar)\b|\.\w+$/.test(path)
  if (!isLocale(language) || !isPage || target.searchParams.has('lang')) return target
  const carried = new URL(target)
  carried.searchParams.set('lang', language)
  return carried
}

/** Links get it when somebody is about to follow them, wherever they open: the document itself is the same for everybody. */
export const carryLanguageByLinks = (base: string): void => {
  const carry = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link?.protocol.startsWith('http')) return
    const { href } = carryLanguage(new URL(link.href), location.href, base)
    if (href !== link.href) link.href = href
  }
  for (const event of ['pointerdown', 'focusin', 'click']) addEventListener(event, carry, { capture: true })
}
