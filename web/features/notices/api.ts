import type * as contract from '@lectern/contract/notices.ts'
import type { Notice } from '@lectern/contract/notices.ts'
import { endpoint, type Client } from '../../request/client.ts'

export const listNotices = endpoint<typeof contract.listNotices>('GET', '/api/notices')
const readNotices = endpoint<typeof contract.readNotices>('POST', '/api/notices/read')

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

export const readMailChoices = endpoint<typeof contract.readMailChoices>('GET', '/api/account/mail-choices')
export const setMailChoices = endpoint<typeof contract.setMailChoices>('PUT', '/api/account/mail-choices')
