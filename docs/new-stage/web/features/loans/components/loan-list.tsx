import type { TeamLoans } from '@lectern/contract/loans/loans.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

/** What a team has asked for, the newest first. */
export const LoanList = ({ team: { loans, timeZone } }: { team: TeamLoans }) => (
  <ul className="stack gap-12">
    {loans.map(({ id, item, purpose, state, submittedAt, reason }) => (
      <li key={id}>
        <p>
          <strong>
            <FormattedMessage id={`loan.item.${item}`} />
          </strong>{' '}
          · <FormattedMessage id={`loan.state.${state}`} /> · <DateTime value={submittedAt} timeZone={timeZone} />
        </p>
        <p className="muted break-anywhere pre-line">{purpose}</p>
        {reason && (
          <p className="break-anywhere pre-line">
            <FormattedMessage id="loan.reason" values={{ reason }} />
          </p>
        )}
      </li>
    ))}
  </ul>
)
