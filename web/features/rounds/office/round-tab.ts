import type { MessageId } from '@lectern/messages/message-id.ts'
import type { TablePaginationConfig } from 'antd'
import type { ComponentType } from 'react'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../request/client.ts'

interface TabInput {
  round: Round
  /** Of the address: the filters and the page of a list. */
  query: URLSearchParams
  client: Client
}

export interface RoundTabProps<Data> {
  client: Client
  round: Round
  data: Data
  /** The pagination of a table, stored in the address. */
  pagesOf: (page: { page: number; pageSize: number; total: number }) => TablePaginationConfig
  /** Loads the round and the tab anew. */
  onChanged: () => void
}

/** A tab of the page of a round. */
export interface RoundTab<Data = unknown> {
  key: string
  label: MessageId
  /** What the tab shows, loaded with the page. */
  load: (input: TabInput) => Promise<Data>
  component: ComponentType<RoundTabProps<Data>>
  /** Default: in every round. */
  isShown?: (round: Round) => boolean
}

/** A tab in the list of all: what it loads is what its component gets. */
export const defineTab = <Data>(tab: RoundTab<Data>): RoundTab => tab as unknown as RoundTab
