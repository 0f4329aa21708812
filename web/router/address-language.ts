import { isLocale } from '@lectern/contract/locales.ts'
import { withoutBase } from './match.ts'

/** A language in the address also applies to pages opened from it: it is added to links to pages of this site. */
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

/**
 * Links are changed when the user is about to follow them, because the rendered document is the same for everybody.
 */
export const carryLanguageByLinks = (base: string): void => {
  const carry = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link?.protocol.startsWith('http')) return
    const { href } = carryLanguage(new URL(link.href), location.href, base)
    if (href !== link.href) link.href = href
  }
  for (const event of ['pointerdown', 'focusin', 'click']) addEventListener(event, carry, { capture: true })
}
