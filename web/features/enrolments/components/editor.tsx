import { useRef, useState } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { enrolmentPath, readStep } from '../enrolment-address.ts'
import { useDraft } from '../use-draft.ts'
import { useFormStep } from '../use-form-step.ts'
import { isAmending } from '../working-copy.ts'
import { DiscardAmendment } from './amendment.tsx'
import { CheckStep } from './check-step.tsx'
import { Conflicts } from './conflicts.tsx'
import styles from './enrolment.module.css'
import { FillStep } from './fill-step.tsx'
import { SaveStatus } from './save-status.tsx'

interface EditorProps {
  client: Client
  /** As it was loaded, in the current language. */
  enrolment: Enrolment
  /** The end that is shown; null: none. */
  due: string | null
  /** The user who edits. */
  owner: string
  onSubmitted: (enrolment: Enrolment) => void
  /** Called when the stored version has changed. */
  onChanged: (enrolment: Enrolment) => void
  onOutdated: () => void
}

const steps = ['fill', 'check', 'submit'] as const

/** The form in three steps: fill in, check, submit. */
export const Editor = ({ client, enrolment, due, owner, onSubmitted, onChanged, onOutdated }: EditorProps) => {
  const intl = useIntl()
  const { activity, fields } = enrolment
  const [draft, state] = useDraft(client, enrolment, owner)
  const { step, heading, go } = useFormStep(readStep, (next) => enrolmentPath(activity.id, enrolment.id, next))
  const conflicts = useRef<HTMLHeadingElement>(null)
  const [wanted, setWanted] = useState<string>()
  const position = step === 'fill' ? 0 : 1
  const labelsOf = (ids: readonly string[]): string[] =>
    fields.filter(({ id }) => ids.includes(id)).map(({ label }) => label)
  const taken = labelsOf(state.taken)

  return (
    <>
      <ol className={styles.steps}>
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === position ? 'step' : undefined}
            data-done={index < position || undefined}
          >
            <FormattedMessage id={`enrolment.form.${name}`} />
          </li>
        ))}
      </ol>
      <SaveStatus
        state={state}
        due={due}
        timeZone={activity.timeZone}
        onAgain={() => void draft.flush()}
        onChoose={() => conflicts.current?.focus()}
      />
      {state.saving.kind === 'refused' && (
        <p>
          <button type="button" className="button quiet" onClick={onOutdated}>
            <FormattedMessage id="enrolment.showCurrent" />
          </button>
        </p>
      )}
      {(state.isRestored || taken.length > 0) && (
        <Notice>
          {state.isRestored && (
            <p>
              <FormattedMessage id="enrolment.restored" />
            </p>
          )}
          {taken.length > 0 && (
            <p>
              <FormattedMessage id="enrolment.taken" values={{ labels: intl.formatList(taken) }} />
            </p>
          )}
          <button type="button" className={styles.change} onClick={draft.acknowledge}>
            <FormattedMessage id="enrolment.understood" />
          </button>
        </Notice>
      )}
      <Conflicts heading={conflicts} enrolment={enrolment} state={state} onChoose={draft.choose} />
      {step === 'fill' ? (
        <FillStep
          enrolment={enrolment}
          draft={draft}
          state={state}
          heading={heading}
          wanted={wanted}
          onFilled={() => {
            setWanted(undefined)
            go('check')
          }}
        />
      ) : (
        <CheckStep
          client={client}
          enrolment={enrolment}
          draft={draft}
          state={state}
          files={state.files}
          heading={heading}
          onChange={(field) => {
            setWanted(field)
            go('fill')
          }}
          onSubmitted={(sent) => {
            go('fill', { replace: true })
            onSubmitted(sent)
          }}
          onStored={onChanged}
          onOutdated={onOutdated}
        />
      )}
      {isAmending(enrolment) && (
        <DiscardAmendment
          client={client}
          enrolment={enrolment}
          versionOf={async () => {
            await draft.flush()
            return draft.version
          }}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
