import { sendMessage } from '@lectern/contract/contact-messages/contact-messages.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { useState, type ReactNode } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { messageLimits } from '@lectern/contract/contact-messages/message-values.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { failureOf, problemsOf } from '../../../request/request-error.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { Field } from '../../../ui/form/field.tsx'
import { isFormChanged } from '../../../ui/form/form-changes.ts'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { createProofs, obtainProof, ProofError } from '../../sign-in/proof.ts'
import styles from './message-form.module.css'

interface Sent {
  reference: string
  contact: string
}

const code = (text: ReactNode) => <strong className={styles.reference}>{text}</strong>

const Confirmation = ({ sent: { reference, contact }, onAnother }: { sent: Sent; onAnother: () => void }) => (
  <Notice kind="done">
    <p className={styles.done}>
      <FormattedMessage id="contactForm.done" />
    </p>
    <p>
      <FormattedMessage id="contactForm.reference" values={{ reference, code }} />
    </p>
    <p className={styles.help}>
      <FormattedMessage id="contactForm.doneHelp" values={{ contact }} />
    </p>
    <button type="button" className="button quiet" onClick={onAnother}>
      <FormattedMessage id="contactForm.another" />
    </button>
  </Notice>
)

interface MessageFormProps {
  client: Client
  /** Fields are filled in for signed-in users. */
  user: Pick<CurrentUser, 'realName' | 'nickname' | 'email' | 'phone'> | undefined
}

/** The contact form. The proof of work against bots is computed while the user types. */
export const MessageForm = ({ client, user }: MessageFormProps) => {
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const [keyOf] = useState(createKeys)
  const [proofs] = useState(() => createProofs((options) => obtainProof(client, 'message', undefined, options)))
  const [sent, setSent] = useState<Sent>()

  const form = useForm<'name' | 'contact' | 'subject' | 'body'>({
    submit: async ({ name, contact, subject, body }) => {
      const content = { name, contact, subject, body }
      const options = { headers: { 'Idempotency-Key': keyOf(content) }, reportedByCaller: ['message.tooMany'] } as const
      const { reference } = await proofs.spend((proof) => client(sendMessage, { body: { ...content, proof } }, options))
      setSent({ reference, contact })
    },
    problemsOf: (error) => {
      if (error instanceof ProofError) return [{ path: '', message: text('contactForm.proofFailed') }]
      if (failureOf(error)?.error === 'message.tooMany') return [{ path: '', message: (error as Error).message }]
      return problemsOf(error)
    },
  })
  useLeaveGuard(() => form.ref.current !== null && isFormChanged(form.ref.current), text('contactForm.leave'))
  const prepare = (): void => proofs.prepare()

  if (sent) return <Confirmation sent={sent} onAnother={() => setSent(undefined)} />
  return (
    <Form form={form}>
      <Field
        name="name"
        label={<FormattedMessage id="contactForm.name" />}
        missing={text('contactForm.nameMissing')}
        autoComplete="name"
        defaultValue={user?.realName ?? user?.nickname ?? undefined}
        maxLength={messageLimits.name}
        required
        onValue={prepare}
      />
      <Field
        name="contact"
        label={<FormattedMessage id="contactForm.contact" />}
        hint={<FormattedMessage id="contactForm.contactHint" />}
        missing={text('contactForm.contactMissing')}
        autoComplete="email"
        defaultValue={user?.email ?? user?.phone ?? undefined}
        required
        onValue={prepare}
      />
      <Field
        name="subject"
        label={<FormattedMessage id="contactForm.subject" />}
        missing={text('contactForm.subjectMissing')}
        autoComplete="off"
        maxLength={messageLimits.subject}
        required
        onValue={prepare}
      />
      <TextArea
        name="body"
        label={<FormattedMessage id="contactForm.body" />}
        missing={text('contactForm.bodyMissing')}
        autoComplete="off"
        rows={8}
        limit={messageLimits.body}
        required
      />
      <SubmitButton>
        <FormattedMessage id="contactForm.submit" />
      </SubmitButton>
    </Form>
  )
}
