import { readNotices, type Notice } from '@lectern/contract/notices/notices.ts'
import type { Client } from '../../request/client.ts'

/** Marks a notice as read, in the background. */
export const readOne = (client: Client, { id, read }: Notice): void => {
  if (!read) void client(readNotices, { body: { ids: [id] } }, { skipErrorHandler: true }).catch(() => undefined)
}

/** Marks all notices as read; false if the request failed. */
export const readAll = (client: Client): Promise<boolean> =>
  client(readNotices, { body: { ids: 'all' } }).then(
    () => true,
    () => false,
  )
