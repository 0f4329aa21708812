import { useState } from 'react'
import { endOfficer, type Officer } from '@lectern/contract/institutions/officers.ts'
import type { Client } from '../../../request/client.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { problemsOf } from '../../../request/request-error.ts'

interface OfficerCardProps {
  client: Client
  officer: Officer
  onChanged: () => Promise<unknown>
}

/** An institution that somebody acts for, or has asked to act for. */
export const OfficerCard = ({ client, officer, onChanged }: OfficerCardProps) => {
  const [isLeaving, setLeaving] = useState(false)
  const { id, institution, state, version } = officer
  return (
    <li className="card stack gap-8">
      <p className="strong">{institution}</p>
      <p className="muted small">
        <FormattedMessage id={`account.officer.state.${state}`} />
      </p>
      {state === 'active' && (
        <div className="row gap-8">
          <Link to="/Institution" className="button">
            <FormattedMessage id="account.officer.open" />
          </Link>
          <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
            <FormattedMessage id="account.officer.leave" />
          </button>
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={<FormattedMessage id="account.officer.leave" />}
        object={institution}
        action={<FormattedMessage id="account.officer.leave" />}
        danger
        problemsOf={problemsOf}
        onConfirm={async () => {
          await client(endOfficer, { params: { id }, body: { version } }, { inPlaceSignIn: true })
          await onChanged()
        }}
        onClose={() => setLeaving(false)}
      >
        <FormattedMessage id="account.officer.leaveAsk" values={{ institution }} />
      </ConfirmDialog>
    </li>
  )
}
