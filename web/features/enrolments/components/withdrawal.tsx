import { useState } from 'react'
import { withdrawEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { enrolmentMoves } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './enrolment.module.css'

interface WithdrawalProps {
  client: Client
  enrolment: Enrolment
  onDone: (enrolment: Enrolment) => void
}

/** Withdraws an enrolment, with an optional reason, or shows why that is not allowed. */
export const Withdrawal = ({ client, enrolment, onDone }: WithdrawalProps) => {
  const { id, version, state, may, team, activity } = enrolment
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [keyOf] = useState(createKeys)
  if (!(enrolmentMoves[state] as readonly string[]).includes('withdrawn')) return null
  const withdraw = async (): Promise<void> => {
    const body = { version, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([id, body]) } }
    onDone(await client(withdrawEnrolment, { params: { id }, body }, options))
  }
  return (
    <section className={`${styles.part} ${styles.apart}`} data-screen-only aria-labelledby="withdrawal">
      <h2 id="withdrawal">
        <FormattedMessage id="enrolment.withdraw" />
      </h2>
      <p>{may.withdraw ?? <FormattedMessage id="enrolment.withdraw.about" />}</p>
      {may.withdraw === null && (
        <p>
          <button type="button" className="button quiet" onClick={() => setOpen(true)}>
            <FormattedMessage id="enrolment.withdraw.action" />
          </button>
        </p>
      )}
      <ConfirmDialog
        open={isOpen}
        title={<FormattedMessage id="enrolment.withdraw.title" />}
        object={`${team.name} · ${activity.name}`}
        action={<FormattedMessage id="enrolment.withdraw.action" />}
        danger
        onConfirm={withdraw}
        onClose={() => setOpen(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="enrolment.withdraw.after" />
        </p>
        <TextArea
          name="reason"
          label={<FormattedMessage id="enrolment.withdraw.reason" />}
          autoComplete="off"
          rows={3}
          limit={500}
          onValue={setReason}
        />
      </ConfirmDialog>
    </section>
  )
}
