import type { WaitingTeam } from '@lectern/contract/waiting.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

interface WaitingLineProps {
  waiting: WaitingTeam
  timeZone: string
}

/** A team's position on the waiting list, or until when a seat is reserved. */
export const WaitingLine = ({ waiting: { position, offeredUntil }, timeZone }: WaitingLineProps) =>
  offeredUntil === null ? (
    <FormattedMessage id="enrolment.waiting.position" values={{ position }} />
  ) : (
    <FormattedMessage
      id="enrolment.waiting.offer"
      values={{ moment: <DateTime key="offer" value={offeredUntil} exact timeZone={timeZone} /> }}
    />
  )
