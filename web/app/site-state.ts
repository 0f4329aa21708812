import type { Place, SiteFacts } from '@lectern/contract/settings/site.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Area } from '@lectern/messages/areas.ts'

/** Files that the document links to. */
export interface PageAssets {
  boot: string
  entry: string
  styles: string[]
  preloads: string[]
  /** The module of the page; absent in development, where the lists of all modules are used at once. */
  page?: string
  /** The modules of its messages, by area. */
  messages?: Partial<Record<Area, string>>
}

/** State that the server sends to the browser with each page, as JSON in the document. */
export interface SiteState {
  locale: Locale
  facts: SiteFacts
  /** The canonical place that was rendered; several addresses may show it. */
  place: Place
  assets: PageAssets
  /** Result of the page's loader. */
  data: unknown
  /** The server could not render the page; the document shows the error. */
  failed: boolean
}

export const stateId = 'lectern-state'

/** Escaped JSON, which cannot close its script element. */
export const serializeState = (state: SiteState): string => JSON.stringify(state).replaceAll('<', '\\u003c')

export const readState = (): SiteState => JSON.parse(document.getElementById(stateId)!.textContent)
