import { useState } from 'react'
import { discardWorkChanges, reviveWork, withdrawWork, type Work } from '@lectern/contract/works/works.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './works.module.css'

interface WorkStepsProps {
  client: Client
  work: Work
  /** The version that is stored, once everything that was typed is saved. */
  versionNow: () => Promise<number>
  onDone: (work: Work) => void
}

const steps = { withdraw: withdrawWork, revive: reviveWork, discard: discardWorkChanges } as const
type Step = keyof typeof steps

/** A draft of which no submission stands has nothing to withdraw: it does not take part as long as it is not submitted. */
const isOffered = (step: Step, { state, may }: Work): boolean =>
  may[step] === null && !(step === 'withdraw' && state === 'draft')

/** Steps that are taken seldom: discard changes, withdraw, revive. */
export const WorkSteps = ({ client, work, versionNow, onDone }: WorkStepsProps) => {
  const [dialog, setDialog] = useState<Step>()
  const [keyOf] = useState(createKeys)
  const { id } = work
  const possible = (Object.keys(steps) as Step[]).filter((step) => isOffered(step, work))
  if (possible.length === 0) return null
  const take = async (): Promise<void> => {
    if (!dialog) return
    const body = { version: dialog === 'revive' ? work.version : await versionNow() }
    const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([dialog, id, body]) } }
    onDone(await client(steps[dialog], { params: { id }, body }, options))
  }
  return (
    <section className={styles.part} data-screen-only aria-labelledby="work-steps">
      <h2 id="work-steps">
        <FormattedMessage id="work.steps" />
      </h2>
      {possible.map((step) => (
        <div key={step} className={`stack gap-8 ${styles.step}`}>
          <p className={styles.hint}>
            <FormattedMessage id={`work.${step}.about`} />
          </p>
          <p className="row gap-12">
            <button type="button" className="button quiet" onClick={() => setDialog(step)}>
              <FormattedMessage id={`work.${step}.action`} />
            </button>
          </p>
        </div>
      ))}
      <ConfirmDialog
        open={dialog !== undefined}
        title={dialog ? <FormattedMessage id={`work.${dialog}.title`} /> : ''}
        object={work.title.trim() || work.number}
        action={dialog ? <FormattedMessage id={`work.${dialog}.action`} /> : ''}
        danger={dialog !== 'revive'}
        onConfirm={take}
        onClose={() => setDialog(undefined)}
        problemsOf={problemsOf}
      >
        {dialog && (
          <p>
            <FormattedMessage id={`work.${dialog}.about`} />
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}
