import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ComponentType } from 'react'
import type { Client } from '../request/client.ts'

/** Input of a page's loader: the address, the API client, and what the reader may ask for. */
export interface LoaderInput {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  client: Client
  /** Whether the reader holds one of these duties of organisers. */
  covers: (...duties: NeededDuty[]) => boolean
}

export interface PageModule {
  default: ComponentType
  loader?: (input: LoaderInput) => Promise<unknown>
  /** Whether what the address asks for does not exist. The page says so itself; its status is 404. */
  isMissing?(data: unknown): boolean
}

/** One entry of the route table. */
export interface Route<AccessName extends string = string> {
  /** Exact match; `:name` matches one segment; case-insensitive. */
  path: string
  /** File under pages/. */
  file: string
  /** Additional parameters for a page that serves several routes. */
  params?: Readonly<Record<string, string>>
  /** Query parameters that change the page; others are ignored. */
  query?: readonly string[]
  /** Name of the access check; absent: everybody may open it. */
  access?: AccessName
  /** Duties of organisers of which one covers it. */
  duties?: readonly [NeededDuty, ...NeededDuty[]]
  /** Message id of its label in the menu; absent: not in the menu. */
  menu?: MessageId
  /** Rendered on the server, the same for everybody, and listed in the sitemap unless it is `'unlisted'`. */
  public?: true | 'unlisted'
  /** Rendered anew for each reader, whose network the limits of its requests count against. */
  uncached?: true
  /** A personal page: loaded by the browser once the session is known. `'visitor'`: also shown to visitors. */
  personal?: true | 'visitor'
  children?: readonly Route<AccessName>[]
}
