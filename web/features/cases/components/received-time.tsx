import type { MyListedCase } from '@lectern/contract/cases.ts'
import { DateTime } from '../../../ui/date-time.tsx'

/** When a case was received; the team concerned knows the day only. */
export const ReceivedTime = ({ found }: { found: Pick<MyListedCase, 'receivedOn' | 'receivedAt' | 'timeZone'> }) =>
  found.receivedAt === null ? (
    <DateTime value={found.receivedOn} timeZone="UTC" />
  ) : (
    <DateTime value={found.receivedAt} exact timeZone={found.timeZone} />
  )
