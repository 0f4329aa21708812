import type { Channel } from '../accounts/account-values.ts'
import type { Failure } from '../envelope.ts'
import type { Locale } from '../locales.ts'
import type { LocalizedText } from '../localized.ts'
import type { SiteSettings } from './settings.ts'

/** Facts about the site that every page needs; sent to the browser with the page. */
export interface SiteFacts {
  settings: SiteSettings
  /** Channels by which codes can be sent. */
  channels: readonly Channel[]
  /** In the demo nothing is sent, and organisers see the codes. */
  demo: boolean
  /** Whose buttons the sign-in page has. */
  signInProviders: readonly { key: string; name: LocalizedText }[]
  /** Path under which the pages are served. */
  routerBase: string
  /** Public origin, for absolute links. */
  origin: string
  version: string
  /** Changes with every build of the pages. */
  build: string
  /** Pages that have nothing to show, and so are not in the menu. */
  emptyPages: readonly string[]
}

/** One entry of the Vite manifest. */
export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
export type Manifest = Record<string, ManifestChunk>

/** A call of the API while a page is rendered. */
export interface PageRead {
  method: string
  /** As in the contract, with the names of its parameters. */
  path: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string | string[]>>
}

export interface PageReadAnswer {
  status: number
  /** The envelope as JSON, as browsers get it. */
  body: string
}

/** A path without the router base, and its query. */
export interface Place {
  pathname: string
  search: string
}

export interface PageInput {
  place: Place
  locale: Locale
  facts: SiteFacts
  manifest: Manifest
  /** Used by loaders to call the API. */
  read: (call: PageRead) => Promise<PageReadAnswer>
  /** Renders this error instead of the page. */
  failure?: Pick<Failure, 'error' | 'requestId'> & { status: number; message: string }
}

export interface PageOutput {
  status: number
  /** After which a reader may try again, if they were refused for asking too often. */
  retrySeconds?: number
  /** The document in pieces; those that many pages share are already encoded. */
  html: (string | Uint8Array)[]
}

/** The page of an address. Addresses that differ only in case or in irrelevant parameters are the same page. */
export interface PageAddress {
  /** The canonical place, with only the parameters that matter. */
  place: Place
  /** Whether to cache it. False for search results, of which there is no limited number. */
  keep: boolean
  /** It tells what not everybody may know: browsers do not store it either. */
  confidential: boolean
  /** Needs the style policy (CSP) of the office. */
  office: boolean
}

/** The server bundle of everything written in TSX. */
export interface SiteModule {
  findPage(url: string, routerBase: string): PageAddress | undefined
  renderPage(input: PageInput): Promise<PageOutput>
  /** Canonical paths of all public pages without parameters, for the sitemap. */
  publicPaths(): string[]
  /** CSS variables of the site's colour, if it differs from the default. */
  themeStylesheet(settings: Pick<SiteSettings, 'primaryColor'>): string
}
