import { useEffect, useState, useSyncExternalStore } from 'react'
import type { WorkId } from '@lectern/contract/ids.ts'
import type { Client } from '../../request/client.ts'
import { useLeaveGuard } from '../../router/leave-guard.ts'
import { useIntl } from '../../ui/intl.tsx'
import { createPartUploads, type PartUpload, type PartUploads } from './part-uploads.ts'

/** The uploads of a work while its page is open; `onStored` must stay the same function. */
export const usePartUploads = (
  client: Client,
  workId: WorkId,
  onStored: () => void,
): readonly [PartUploads, readonly PartUpload[]] => {
  const intl = useIntl()
  const [uploads] = useState(() => createPartUploads({ client, workId, locale: intl.locale, onStored }))
  const list = useSyncExternalStore(uploads.subscribe, () => uploads.list)
  useLeaveGuard(() => uploads.isBusy, intl.formatMessage({ id: 'work.leave' }))
  useEffect(() => () => uploads.close(), [uploads])
  return [uploads, list]
}
