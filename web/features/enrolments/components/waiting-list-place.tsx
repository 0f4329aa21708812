import type { WaitingTeam } from '@lectern/contract/enrolments/waiting-team.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

interface WaitingListPlaceProps {
  waiting: WaitingTeam
  timeZone: string
}

/** A team's position on the waiting list, or until when a seat is reserved. */
export const WaitingListPlace = ({ waiting: { position, offeredUntil }, timeZone }: WaitingListPlaceProps) =>
  offeredUntil === null ? (
    <FormattedMessage id="enrolment.waiting.position" values={{ position }} />
  ) : (
    <FormattedMessage
      id="enrolment.waiting.offer"
      values={{ moment: <DateTime key="offer" value={offeredUntil} exact timeZone={timeZone} /> }}
    />
  )
