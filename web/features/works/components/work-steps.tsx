import { useState } from 'react'
import type { Work } from '@lectern/contract/works.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { discardWorkChanges, reviveWork, withdrawWork } from '../api.ts'
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
  const [asked, setAsked] = useState<Step>()
  const [keyOf] = useState(createKeys)
  const { id } = work
  const possible = (Object.keys(steps) as Step[]).filter((step) => isOffered(step, work))
  if (possible.length === 0) return null
  const take = async (): Promise<void> => {
    if (!asked) return
    const body = { version: asked === 'revive' ? work.version : await versionNow() }
    const options = { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf([asked, id, body]) } }
    onDone(await client(steps[asked], { params: { id }, body }, options))
  }
  return (
    <section className={styles.part} data-screen-only aria-labelledby="work-steps">
      <h2 id="work-steps">
        <FormattedMessage id="work.steps" />
      </h2>
      {possible.map((step) => (
        <div key={step} className={styles.step}>
          <p className={styles.hint}>
            <FormattedMessage id={`work.${step}.about`} />
          </p>
          <p className={styles.actions}>
            <button type="button" className="button quiet" onClick={() => setAsked(step)}>
              <FormattedMessage id={`work.${step}.action`} />
            </button>
          </p>
        </div>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked ? <FormattedMessage id={`work.${asked}.title`} /> : ''}
        object={work.title.trim() || work.number}
        action={asked ? <FormattedMessage id={`work.${asked}.action`} /> : ''}
        danger={asked !== 'revive'}
        onConfirm={take}
        onClose={() => setAsked(undefined)}
        problemsOf={problemsOf}
      >
        {asked && (
          <p>
            <FormattedMessage id={`work.${asked}.about`} />
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}
