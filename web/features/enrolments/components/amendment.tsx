import { useState } from 'react'
import { discardAmendment, startAmendment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { askedFields } from '@lectern/contract/enrolments/form-values.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useServerClock } from '../../competition/use-server-clock.ts'
import { AnswerList } from './answer-list.tsx'
import styles from './enrolment.module.css'

interface AmendmentProps {
  client: Client
  enrolment: Enrolment
  onChanged: (enrolment: Enrolment) => void
}

/** Starts an amendment of a submitted enrolment. */
export const StartAmendment = ({ client, enrolment: { id, version, may }, onChanged }: AmendmentProps) => {
  const form = useForm({
    submit: async () =>
      onChanged(await client(startAmendment, { params: { id }, body: { version } }, { inPlaceSignIn: true })),
    problemsOf,
  })
  if (may.startAmendment !== null) return null
  return (
    <section className={styles.part} data-screen-only aria-labelledby="amendment">
      <h2 id="amendment">
        <FormattedMessage id="enrolment.amend" />
      </h2>
      <Form form={form}>
        <p>
          <FormattedMessage id="enrolment.amend.about" />
        </p>
        <FormActions>
          <SubmitButton>
            <FormattedMessage id="enrolment.amend" />
          </SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}

/** Explains that the submitted version stays valid while it is changed. */
export const Standing = ({ enrolment: { submissions, submittedAt, activity } }: { enrolment: Enrolment }) => (
  <Notice>
    <FormattedMessage
      id="enrolment.amend.stands"
      values={{
        submission: submissions,
        moment: <DateTime key="moment" value={submittedAt!} exact timeZone={activity.timeZone} />,
      }}
    />
  </Notice>
)

interface DiscardProps extends AmendmentProps {
  /** The stored version, after saving the rest. */
  versionOf: () => Promise<number>
}

/** Discards an amendment, after confirmation. */
export const DiscardAmendment = ({ client, enrolment, versionOf, onChanged }: DiscardProps) => {
  const { id, may, team, activity } = enrolment
  const [isOpen, setOpen] = useState(false)
  if (may.discardAmendment !== null) return null
  const discard = async (): Promise<void> => {
    const body = { version: await versionOf() }
    onChanged(await client(discardAmendment, { params: { id }, body }, { inPlaceSignIn: true }))
  }
  return (
    <p data-screen-only>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        <FormattedMessage id="enrolment.amend.discard" />
      </button>
      <ConfirmDialog
        open={isOpen}
        title={<FormattedMessage id="enrolment.amend.discard.title" />}
        object={`${team.name} · ${activity.name}`}
        action={<FormattedMessage id="enrolment.amend.discard" />}
        danger
        onConfirm={discard}
        onClose={() => setOpen(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="enrolment.amend.discard.after" />
        </p>
      </ConfirmDialog>
    </p>
  )
}

/** Why the amendment cannot be submitted: it was decided, the deadline has passed, or others are editing. */
const useReason = ({ state, closesAt }: Enrolment): 'decided' | 'closed' | 'waiting' | undefined => {
  const clock = useServerClock()
  if (state !== 'submitted') return 'decided'
  if (!clock) return undefined
  return closesAt !== null && clock() < Date.parse(closesAt) ? 'waiting' : 'closed'
}

/** An amendment that this user cannot edit now: can be read, or discarded. */
export const KeptAmendment = ({ client, enrolment, onChanged }: AmendmentProps) => {
  const { amendment, fields } = enrolment
  const reason = useReason(enrolment)
  if (!amendment) return null
  const changed = askedFields(fields, amendment.answers)
    .filter(({ id }) => amendment.changed.includes(id))
    .map(({ when: _when, ...field }) => field)
  return (
    <section className={styles.part} data-screen-only aria-labelledby="amendment">
      <h2 id="amendment">
        <FormattedMessage id="enrolment.amend.kept" />
      </h2>
      {reason && (
        <p>
          <FormattedMessage id={`enrolment.amend.kept.${reason}`} />
        </p>
      )}
      {changed.length > 0 ? (
        <AnswerList fields={changed} answers={amendment.answers} files={amendment.files} />
      ) : (
        <p>
          <FormattedMessage id="enrolment.amend.unchanged" />
        </p>
      )}
      <DiscardAmendment
        client={client}
        enrolment={enrolment}
        versionOf={async () => amendment.version}
        onChanged={onChanged}
      />
    </section>
  )
}

/** Labels of the questions with changed answers. */
export const ChangedLine = ({ labels }: { labels: readonly string[] }) => {
  const intl = useIntl()
  return (
    <p>
      {labels.length > 0 ? (
        <FormattedMessage id="enrolment.amend.changed" values={{ labels: intl.formatList(labels) }} />
      ) : (
        <FormattedMessage id="enrolment.amend.unchanged" />
      )}
    </p>
  )
}
