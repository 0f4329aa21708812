import type { SiteFacts } from '@lectern/contract/site.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Place } from '../router/router.ts'

/** Files that the page's document links to. */
export interface PageAssets {
  boot: string
  entry: string
  styles: string[]
  preloads: string[]
}

/** What the server hands to the browser with each page, as JSON in the document. */
export interface SiteState {
  locale: Locale
  facts: SiteFacts
  /** The place that was rendered, in its canonical spelling: several addresses show it. */
  place: Place
  assets: PageAssets
  /** What the page's loader gave. */
  data: unknown
  /** The server could not render the page and says why instead. */
  failed: boolean
}

export const stateId = 'lectern-state'

/** JSON that cannot end the script element it stands in. */
export const serializeState = (state: SiteState): string => JSON.stringify(state).replaceAll('<', '\\u003c')

export const readState = (): SiteState => JSON.parse(document.getElementById(stateId)!.textContent)
