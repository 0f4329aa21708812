import { useState } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { deleteAccount } from '../api.ts'
import type { OwnAccount } from '../own-account.ts'
import { CancelButton, OwnPassword, PasswordNeeded } from './password-form.tsx'
import styles from './settings.module.css'

interface DeletionFormProps {
  account: OwnAccount
  onDeleted: () => void
  onCancel: () => void
}

const DeletionForm = ({ account: { user, client }, onDeleted, onCancel }: DeletionFormProps) => {
  const intl = useIntl()
  const { username } = user
  const form = useForm<'username' | 'password'>({
    submit: async (values) => {
      const body = { username: values.username, password: values.password }
      await client(deleteAccount, { body }, { inPlaceSignIn: true })
      onDeleted()
    },
    problemsOf,
    sendIncomplete: true,
  })
  return (
    <Form form={form}>
      <div className={styles.about}>
        <p>
          <FormattedMessage id="settings.deleteWhat" values={{ username: <strong key="name">{username}</strong> }} />
        </p>
        <ul>
          <li>
            <FormattedMessage id="settings.deleteGoes" />
          </li>
          <li>
            <FormattedMessage id="settings.deleteStays" />
          </li>
          <li>
            <FormattedMessage id="settings.deleteFinal" />
          </li>
        </ul>
      </div>
      <Field
        name="username"
        label={<FormattedMessage id="form.confirm.type" values={{ name: username }} />}
        autoComplete="off"
        required
        missing={intl.formatMessage({ id: 'form.confirm.mismatch' }, { name: username })}
      />
      <OwnPassword />
      <FormActions>
        <SubmitButton className={styles.dangerSolid}>
          <FormattedMessage id="settings.deleteNow" />
        </SubmitButton>
        <CancelButton onCancel={onCancel} />
      </FormActions>
    </Form>
  )
}

interface DeleteAccountProps {
  account: OwnAccount
  open: boolean
  /** Called when the person has read that it is done. */
  onDeleted: () => unknown
  onClose: () => void
}

export const DeleteAccount = ({ account, open, onDeleted, onClose }: DeleteAccountProps) => {
  const [isGone, setGone] = useState(false)
  const close = isGone ? onDeleted : onClose
  return (
    <Dialog
      open={open}
      title={<FormattedMessage id={isGone ? 'settings.deleted' : 'settings.delete'} />}
      onClose={() => void close()}
    >
      {isGone ? (
        <div className={styles.inset}>
          <Notice kind="done">
            <FormattedMessage id="settings.deletedAbout" />
          </Notice>
          <FormActions>
            <button type="button" className="button" onClick={() => void onDeleted()}>
              <FormattedMessage id="failure.home" />
            </button>
          </FormActions>
        </div>
      ) : account.user.hasPassword ? (
        <DeletionForm account={account} onDeleted={() => setGone(true)} onCancel={onClose} />
      ) : (
        <PasswordNeeded />
      )}
    </Dialog>
  )
}
