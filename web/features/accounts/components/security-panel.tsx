import type { MessageId } from '@lectern/messages/message-id.ts'
import { useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { ChangePasswordForm } from '../../sign-in/components/change-password-form.tsx'
import { canConfirm, contactKinds, type ContactKind, type OwnAccount } from '../own-account.ts'
import { ContactDialog, contactTitle } from './contact-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Row, Section } from './section.tsx'
import { SessionList } from './session-list.tsx'
import styles from './settings.module.css'
import { WaysIn } from './ways-in.tsx'

interface PasswordRowProps {
  account: OwnAccount
  /** Called when all other sessions have ended. */
  onChanged: () => void
}

const PasswordRow = ({ account: { user, client }, onChanged }: PasswordRowProps) => {
  const [open, setOpen] = useState(false)
  return (
    <Row
      name={<FormattedMessage id="field.password" />}
      value={<FormattedMessage id={user.hasPassword ? 'settings.hasPassword' : 'settings.noPassword'} />}
    >
      {user.hasPassword ? (
        <button type="button" className="button quiet" onClick={() => setOpen(true)}>
          <FormattedMessage id="password.change" />
        </button>
      ) : (
        <Link className="button" to="/account/reviserPwd">
          <FormattedMessage id="settings.setPassword" />
        </Link>
      )}
      <Dialog open={open} title={<FormattedMessage id="password.changeTitle" />} onClose={() => setOpen(false)}>
        <ChangePasswordForm
          client={client}
          username={user.username}
          onChanged={() => {
            setOpen(false)
            onChanged()
          }}
        />
      </Dialog>
    </Row>
  )
}

interface ContactRowProps {
  account: OwnAccount
  kind: ContactKind
  onChange: (kind: ContactKind) => void
}

const ContactRow = ({ account: { user, channels }, kind, onChange }: ContactRowProps) => {
  const value = user[kind]
  const isOpen = canConfirm(kind, channels)
  if (!isOpen && value === null) return null
  return (
    <Row
      name={<FormattedMessage id={`field.${kind}`} />}
      value={
        <>
          {value ?? <FormattedMessage id="profile.noContact" />}
          {!isOpen && (
            <p>
              <FormattedMessage id="profile.contactFixed" />
            </p>
          )}
        </>
      }
    >
      {isOpen && (
        <button type="button" className="button quiet" onClick={() => onChange(kind)}>
          <FormattedMessage id={contactTitle(kind, value === null)} />
        </button>
      )}
    </Row>
  )
}

/** Password, second factor and sessions. */
export const SecurityPanel = ({ account }: { account: OwnAccount }) => {
  const [changing, setChanging] = useState<ContactKind>()
  const [message, setMessage] = useState<MessageId>()
  // Changing the password ends sessions, so the list is loaded again.
  const [turn, setTurn] = useState(0)
  return (
    <>
      <Section title={<FormattedMessage id="settings.entry" />} about={<FormattedMessage id="settings.entryAbout" />}>
        <div className={styles.rows}>
          <PasswordRow
            account={account}
            onChanged={() => {
              setMessage('password.changeDone')
              setTurn(turn + 1)
            }}
          />
          {contactKinds.map((kind) => (
            <ContactRow key={kind} account={account} kind={kind} onChange={setChanging} />
          ))}
        </div>
        <p className={styles.status} role="status">
          {message && <FormattedMessage id={message} />}
        </p>
      </Section>
      <Passkeys account={account} />
      <WaysIn account={account} />
      <SecondFactor account={account} />
      <SessionList key={turn} account={account} />
      <ContactDialog
        account={account}
        kind={changing}
        onChanged={() => setMessage('profile.contactChanged')}
        onClose={() => setChanging(undefined)}
      />
    </>
  )
}
