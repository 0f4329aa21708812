import type { Channel } from './account-values.ts'
import type { Failure } from './envelope.ts'
import type { Locale } from './locales.ts'
import type { SiteSettings } from './settings.ts'

/** What every page is told about the site; travels to the browser with the page. */
export interface SiteFacts {
  settings: SiteSettings
  /** By which codes can be sent. */
  channels: readonly Channel[]
  /** A demo: nothing is sent, and organisers see the codes. */
  demo: boolean
  /** Path under which the pages live. */
  routerBase: string
  /** Where people reach the site; absolute links start with it. */
  origin: string
  version: string
  /** Changes with every build of the pages. */
  build: string
}

/** One entry of the build's manifest: a source file and what the browser needs for it. */
export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
export type Manifest = Record<string, ManifestChunk>

export interface PageInput {
  /** Path and query, with the router base. */
  url: string
  locale: Locale
  facts: SiteFacts
  manifest: Manifest
  /** How loaders reach the interface over HTTP; on the server, without a network. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Renders this failure instead of the page. */
  failure?: Pick<Failure, 'error' | 'requestId'> & { status: number; message: string }
}

export interface PageOutput {
  status: number
  html: string
}

/** What an address shows. Addresses that differ only in case or in parameters without meaning show the same. */
export interface PageAddress {
  /** The address in its one canonical spelling, with the parameters that matter. */
  canonical: string
  /** False for pages of which there are as many as people's words. */
  keep: boolean
  /** Needs the office's own policy for styles. */
  office: boolean
}

/** The bundle of everything in TSX, as the server sees it. */
export interface SiteModule {
  findPage(url: string, routerBase: string): PageAddress | undefined
  renderPage(input: PageInput): Promise<PageOutput>
  /** Canonical paths of all public pages without parameters, for the sitemap. */
  publicPaths(): string[]
  /** The steps of the site's colour, for the document of a site that does not keep the colour it was delivered with. */
  themeStylesheet(settings: Pick<SiteSettings, 'primaryColor'>): string
}
