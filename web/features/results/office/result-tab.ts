import type { MessageId } from '@lectern/messages/message-id.ts'
import type { TablePaginationConfig } from 'antd'
import type { ComponentType } from 'react'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { ActivityResults, ResultList } from '@lectern/contract/results/results.ts'
import type { Client } from '../../../request/client.ts'

interface Shown {
  results: ActivityResults
  /** The list that the page is about; undefined: none was computed yet. */
  list: ResultList | undefined
}

interface TabInput extends Shown {
  /** Of the address: the filters and the page of a table. */
  query: URLSearchParams
  client: Client
}

export interface ResultTabProps<Data> extends Shown {
  client: Client
  data: Data
  /** The pagination of a table, stored in the address. */
  pagesOf: (page: { page: number; pageSize: number; total: number }) => TablePaginationConfig
  /** Loads results and tab anew. */
  onChanged: () => void
  /** A new list is being computed. */
  onComputing: (task: TaskId) => void
}

/** A tab of the results of an activity. */
export interface ResultTab<Data = unknown> {
  key: string
  label: MessageId
  /** What the tab shows, loaded with the page. */
  load: (input: TabInput) => Promise<Data>
  component: ComponentType<ResultTabProps<Data>>
  /** Default: always. */
  isShown?: (screen: Shown) => boolean
}

/** A tab in the list of all: what it loads is what its component gets. */
export const defineTab = <Data>(tab: ResultTab<Data>): ResultTab => tab as unknown as ResultTab

/** A tab about a list: it is shown once there is one. */
export const defineListTab = <Data>(
  tab: Omit<ResultTab<Data>, 'load' | 'component' | 'isShown'> & {
    load: (input: TabInput & { list: ResultList }) => Promise<Data>
    component: ComponentType<ResultTabProps<Data> & { list: ResultList }>
    isShown?: (screen: Shown & { list: ResultList }) => boolean
  },
): ResultTab =>
  ({
    ...tab,
    isShown: ({ results, list }: Shown) => list !== undefined && (tab.isShown?.({ results, list }) ?? true),
  }) as unknown as ResultTab
