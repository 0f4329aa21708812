import { changeContact, requestContactCode } from '@lectern/contract/sign-in/sign-in.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeField } from '../../../ui/form/code-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { ContactKind, OwnAccount } from '../own-account.ts'
import { CancelButton, OwnPassword, PasswordNeeded, UsernameForBrowser } from './password-form.tsx'
import styles from './settings.module.css'

const texts = {
  email: { label: 'profile.newEmail', add: 'profile.addEmail', change: 'profile.changeEmail', autoComplete: 'email' },
  phone: { label: 'profile.newPhone', add: 'profile.addPhone', change: 'profile.changePhone', autoComplete: 'tel' },
} as const

export const contactTitle = (kind: ContactKind, isNew: boolean): MessageId => texts[kind][isNew ? 'add' : 'change']

interface ContactFormProps {
  account: OwnAccount
  kind: ContactKind
  onChanged: () => unknown
  /** A cancel button beside the submit button. */
  cancel: ReactNode
}

/** Sets a new contact, confirmed by a code that is sent to it. */
export const ContactForm = ({ account, kind, onChanged, cancel }: ContactFormProps) => {
  const { user, client, demo, set } = account
  const intl = useIntl()
  const old = user[kind]
  const form = useForm<'contact' | 'password' | 'code'>({
    submit: async ({ contact, code }) => {
      set(await client(changeContact, { body: { contact, code } }, { inPlaceSignIn: true }))
      await onChanged()
    },
    problemsOf,
  })
  if (!user.hasPassword)
    return (
      <div className="stack gap-24">
        <PasswordNeeded />
        <FormActions>{cancel}</FormActions>
      </div>
    )
  return (
    <Form form={form}>
      <p className={styles.about}>
        {old === null ? (
          <FormattedMessage id="profile.addContactAbout" />
        ) : (
          <FormattedMessage id="profile.changeContactAbout" values={{ old }} />
        )}
      </p>
      <UsernameForBrowser username={user.username} />
      <Field
        name="contact"
        label={<FormattedMessage id={old === null ? `field.${kind}` : texts[kind].label} />}
        hint={kind === 'phone' && <FormattedMessage id="signIn.phoneHint" />}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={texts[kind].autoComplete}
        required
        missing={intl.formatMessage({ id: `field.${kind}.required` })}
      />
      <OwnPassword />
      <CodeField
        name="code"
        label={<FormattedMessage id="field.code" />}
        hint={demo && <FormattedMessage id="signIn.demoHint" />}
        storageKey={`lectern.code.contact.${kind}`}
        needs={['contact', 'password']}
        required
        onSend={({ contact = '', password = '' }) =>
          client(requestContactCode, { body: { contact, password } }, { inPlaceSignIn: true })
        }
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="profile.confirmContact" />
        </SubmitButton>
        {cancel}
      </FormActions>
    </Form>
  )
}

interface ContactDialogProps {
  account: OwnAccount
  /** The contact to change; undefined: the dialog is closed. */
  kind: ContactKind | undefined
  onChanged: (kind: ContactKind) => unknown
  onClose: () => void
}

/** Must not be inside a Form, because it contains one. */
export const ContactDialog = ({ account, kind, onChanged, onClose }: ContactDialogProps) => (
  <Dialog
    open={kind !== undefined}
    title={kind && <FormattedMessage id={contactTitle(kind, account.user[kind] === null)} />}
    onClose={onClose}
  >
    {kind && (
      <ContactForm
        account={account}
        kind={kind}
        onChanged={() => {
          onClose()
          return onChanged(kind)
        }}
        cancel={<CancelButton onCancel={onClose} />}
      />
    )}
  </Dialog>
)
