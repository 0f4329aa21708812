import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { ReactNode } from 'react'
import { FormActions } from '../../../ui/form/form.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { PasskeyButton } from '../../sign-in/components/passkey-button.tsx'
import type { OwnAccount } from '../own-account.ts'
import { CancelButton, PasswordForm, PasswordNeeded } from './password-form.tsx'

/** What only the owner has at hand: their password, or a passkey. */
export type OwnerProof = { password: string } | { passkey: Assertion }

interface OwnerProofFormProps {
  account: OwnAccount
  /** Whether the user has a passkey that works here. */
  hasPasskey: boolean
  children: ReactNode
  action: ReactNode
  danger?: boolean
  onGiven: (proof: OwnerProof) => Promise<unknown>
  onCancel: () => void
}

/** Asks who it is before passkeys change. */
export const OwnerProofForm = ({ account, hasPasskey, onGiven, ...form }: OwnerProofFormProps) => {
  const { user, client } = account
  const byPasskey = hasPasskey && (
    <PasskeyButton client={client} onGiven={(passkey) => onGiven({ passkey })}>
      <FormattedMessage id="settings.passkeyConfirm" />
    </PasskeyButton>
  )
  if (!user.hasPassword)
    return (
      <div className="stack gap-24">
        {hasPasskey ? <div className="muted">{form.children}</div> : <PasswordNeeded />}
        {byPasskey}
        <FormActions>
          <CancelButton onCancel={form.onCancel} />
        </FormActions>
      </div>
    )
  return (
    <div className="stack gap-16">
      <PasswordForm username={user.username} {...form} onGiven={(password) => onGiven({ password })} />
      {byPasskey}
    </div>
  )
}
