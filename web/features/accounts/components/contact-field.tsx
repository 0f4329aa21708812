import { FieldFrame, useField } from '../../../ui/form/field-frame.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { canConfirm, type ContactKind, type OwnAccount } from '../own-account.ts'
import styles from './contact-field.module.css'
import { contactTitle } from './contact-form.tsx'

interface ContactFieldProps {
  account: OwnAccount
  kind: ContactKind
  onChange: (kind: ContactKind) => void
}

/**
 * A contact among other fields: changed in a dialog, because the new one has to be confirmed. It is not saved with the
 * form, so a missing contact does not prevent saving.
 */
export const ContactField = ({ account: { user, channels }, kind, onChange }: ContactFieldProps) => {
  const intl = useIntl()
  const value = user[kind]
  const isOpen = canConfirm(kind, channels)
  const hint = !isOpen && value !== null && <FormattedMessage id="profile.contactFixed" />
  const { id, messages, aria } = useField({ name: kind, required: false, hint })
  if (!isOpen && value === null) return null
  const title = intl.formatMessage({ id: contactTitle(kind, value === null) })
  return (
    <FieldFrame
      id={id}
      label={<FormattedMessage id={`field.${kind}`} />}
      optional={false}
      hint={hint}
      messages={messages}
    >
      <div className={`cluster gap-8 ${styles.line}`}>
        <input
          {...aria}
          id={id}
          name={kind}
          value={value ?? ''}
          placeholder={value === null ? intl.formatMessage({ id: 'profile.noContact' }) : undefined}
          readOnly
        />
        {isOpen && (
          <button type="button" className="button quiet" onClick={() => onChange(kind)}>
            {title}
          </button>
        )}
      </div>
    </FieldFrame>
  )
}
