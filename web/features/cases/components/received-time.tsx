import type { MyListedCase } from '@lectern/contract/cases/cases.ts'
import { DateTime } from '../../../ui/date-time.tsx'

/** When a case was received; the team concerned knows the day only. */
export const ReceivedTime = ({
  contestCase,
}: {
  contestCase: Pick<MyListedCase, 'receivedOn' | 'receivedAt' | 'timeZone'>
}) =>
  contestCase.receivedAt === null ? (
    <DateTime value={contestCase.receivedOn} timeZone="UTC" />
  ) : (
    <DateTime value={contestCase.receivedAt} exact timeZone={contestCase.timeZone} />
  )
