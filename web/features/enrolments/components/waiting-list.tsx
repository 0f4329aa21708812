import { useState } from 'react'
import { stopWaiting, joinWaitingList, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './enrolment.module.css'

interface WaitingListProps {
  client: Client
  enrolment: Enrolment
  /** Saves what was typed; false if that failed. */
  flush: () => Promise<boolean>
  onChanged: (enrolment: Enrolment) => void
}

/** For a complete draft while all seats are taken: joins or leaves the waiting list. */
export const WaitingList = ({ client, enrolment, flush, onChanged }: WaitingListProps) => {
  const { id, team, activity, waiting, may } = enrolment
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const about = !waiting ? 'about' : waiting.offeredUntil === null ? 'keep' : 'take'
  if (waiting ? may.stopWaiting !== null : may.wait !== null) return null
  const join = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      if (await flush()) onChanged(await client(joinWaitingList, { params: { id } }, { inPlaceSignIn: true }))
    } catch {
      // The request has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  const leave = async (): Promise<void> =>
    onChanged(await client(stopWaiting, { params: { id } }, { inPlaceSignIn: true }))
  return (
    <section className={styles.part} aria-labelledby="waiting-list">
      <h2 id="waiting-list">
        <FormattedMessage id="enrolment.waiting.title" />
      </h2>
      <p>
        <FormattedMessage id={`enrolment.waiting.${about}`} />
      </p>
      <p>
        {waiting ? (
          <button type="button" className="button quiet" onClick={() => setLeaving(true)}>
            <FormattedMessage id="enrolment.waiting.leave" />
          </button>
        ) : (
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void join()}>
            <FormattedMessage id="enrolment.waiting.join" />
          </button>
        )}
      </p>
      <ConfirmDialog
        open={isLeaving}
        title={<FormattedMessage id="enrolment.waiting.leave.title" />}
        object={`${team.name} · ${activity.name}`}
        action={<FormattedMessage id="enrolment.waiting.leave" />}
        danger
        onConfirm={leave}
        onClose={() => setLeaving(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="enrolment.waiting.leave.after" />
        </p>
      </ConfirmDialog>
    </section>
  )
}
