import { useState } from 'react'
import { deleteAccount, foreseeDeletion, type LedTeam } from '@lectern/contract/accounts/my-data.ts'
import { listPasskeys, type Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, hasMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useLoad } from '../use-load.ts'
import type { OwnAccount } from '../own-account.ts'
import { PasskeyButton } from '../../sign-in/components/passkey-button.tsx'
import { Loading } from './loading.tsx'
import { CancelButton, OwnPassword, PasswordNeeded } from './password-form.tsx'
import styles from './settings.module.css'

/** A state without a message is shown by its name. */
const StateWord = ({ state }: Pick<LedTeam, 'state'>) => {
  const id = `settings.deleteLeads.state.${state}` as const
  return hasMessage(useIntl(), id) ? <FormattedMessage id={id} /> : state
}

/** What happens to teams with an enrolment whose captain the user is. */
const LedTeams = ({ teams }: { teams: readonly LedTeam[] }) => (
  <>
    <Notice>
      <p>
        <strong>
          <FormattedMessage id="settings.deleteLeads" values={{ count: teams.length }} />
        </strong>
      </p>
      <ul>
        {teams.map(({ id, name, activity, state, nextCaptain }) => (
          <li key={id}>
            <FormattedMessage
              id={nextCaptain === null ? 'settings.deleteLeads.nobody' : 'settings.deleteLeads.next'}
              values={{
                team: <strong key="team">{name}</strong>,
                activity: (
                  <span key="activity" lang={activity.locale}>
                    {activity.name}
                  </span>
                ),
                state: <StateWord key="state" state={state} />,
                next: nextCaptain ?? '',
              }}
            />
          </li>
        ))}
      </ul>
      <p>
        <Link to="/account/Team">
          <FormattedMessage id="settings.deleteLeads.handOver" />
        </Link>
      </p>
    </Notice>
    <CheckboxField name="teams" label={<FormattedMessage id="settings.deleteLeads.read" />} required />
  </>
)

interface DeletionFormProps {
  account: OwnAccount
  /** Teams with an enrolment whose captain the user is. */
  led: readonly LedTeam[]
  /** Whether the user has a passkey that works here. */
  hasPasskey: boolean
  onDeleted: () => void
  onCancel: () => void
}

const DeletionForm = ({ account: { user, client }, led, hasPasskey, onDeleted, onCancel }: DeletionFormProps) => {
  const intl = useIntl()
  const { username } = user
  const send = async (values: Record<string, string>, passkey?: Assertion): Promise<void> => {
    const { username: typed = '', password = '', secondFactor = '', teams } = values
    const proof = passkey ? { passkey } : { password, ...(user.hasSecondFactor && { secondFactor }) }
    const body = { username: typed, ...proof, ...(teams === 'on' && { teams: led.map(({ id }) => id) }) }
    await client(deleteAccount, { body }, { inPlaceSignIn: true })
    onDeleted()
  }
  const form = useForm<'username' | 'password' | 'secondFactor' | 'teams'>({
    submit: (values) => send(values),
    problemsOf,
    sendIncomplete: true,
  })
  /** What else is missing is said before the device is asked. */
  const sendWithPasskey = async (passkey: Assertion): Promise<void> => {
    try {
      await send(form.values(), passkey)
    } catch (error) {
      form.report(error)
    }
  }
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
      {user.hasPassword && <OwnPassword />}
      {user.hasPassword && user.hasSecondFactor && (
        <Field
          name="secondFactor"
          label={<FormattedMessage id="field.secondFactor" />}
          autoComplete="one-time-code"
          required
        />
      )}
      {led.length > 0 && <LedTeams teams={led} />}
      {hasPasskey && (
        <PasskeyButton client={client} mayAsk={() => form.check(['username', 'teams'])} onGiven={sendWithPasskey}>
          <FormattedMessage id="settings.deleteByPasskey" />
        </PasskeyButton>
      )}
      <FormActions>
        {user.hasPassword && (
          <SubmitButton className={styles.dangerSolid}>
            <FormattedMessage id="settings.deleteNow" />
          </SubmitButton>
        )}
        <CancelButton onCancel={onCancel} />
      </FormActions>
    </Form>
  )
}

/** Loads what the user has to read first, then shows the form. */
const PreparedForm = (props: Omit<DeletionFormProps, 'led' | 'hasPasskey'>) => {
  const { client } = props.account
  const { data, failed, reload } = useLoad(async () => {
    const [{ teams }, { list }] = await Promise.all([client(foreseeDeletion), client(listPasskeys)])
    return { teams, hasPasskey: list.some(({ otherAddress }) => otherAddress === null) }
  })
  if (!data) return <Loading failed={failed} reload={reload} />
  if (!props.account.user.hasPassword && !data.hasPasskey) return <PasswordNeeded />
  return <DeletionForm {...props} led={data.teams} hasPasskey={data.hasPasskey} />
}

interface DeleteAccountProps {
  account: OwnAccount
  open: boolean
  /** Called when the user has read the confirmation. */
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
        <div className="stack gap-24">
          <Notice kind="done">
            <FormattedMessage id="settings.deletedAbout" />
          </Notice>
          <FormActions>
            <button type="button" className="button" onClick={() => void onDeleted()}>
              <FormattedMessage id="failure.home" />
            </button>
          </FormActions>
        </div>
      ) : (
        <PreparedForm account={account} onDeleted={() => setGone(true)} onCancel={onClose} />
      )}
    </Dialog>
  )
}
