import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ComponentType } from 'react'
import type { Client } from '../request/client.ts'

/** What a page's loader may use: the address and the interface over HTTP. */
export interface LoaderInput {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  client: Client
}

export interface PageModule {
  default: ComponentType
  loader?: (input: LoaderInput) => Promise<unknown>
}

/** One line of the route table. */
export interface Route<AccessName extends string = string> {
  /** Exact; `:name` takes one segment; case does not matter. */
  path: string
  /** File under pages/. */
  file: string
  /** What the address does not say to a page that shows several things. */
  params?: Readonly<Record<string, string>>
  /** Parameters of the address that change what is shown; others are ignored. */
  query?: readonly string[]
  /** Name of the check a person must pass to open it; everyone may if absent. */
  access?: AccessName
  /** Key of its label in the menu; not in the menu if absent. */
  menu?: MessageId
  /** Rendered on the server the same for everybody, and listed in the sitemap unless it is `'unlisted'`. */
  public?: true | 'unlisted'
  /** A personal page: loaded by the browser once the session is known. `'visitor'`: also shown to visitors. */
  personal?: true | 'visitor'
  children?: readonly Route<AccessName>[]
}
