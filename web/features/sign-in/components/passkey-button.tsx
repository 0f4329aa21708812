import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { useState, type ReactNode } from 'react'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { DeviceRefusal } from '../device-refusal.ts'
import { askForPasskey, useHasPasskeys } from '../passkeys.ts'

interface PasskeyButtonProps {
  client: Client
  children: ReactNode
  /** Shown instead where there are no passkeys. */
  otherwise?: ReactNode
  /** Called first; false: something else has to be filled in before. */
  mayAsk?: () => boolean
  onGiven: (passkey: Assertion) => Promise<unknown>
}

/** Asks the device for a passkey. Other errors than its own have been shown by the request. */
export const PasskeyButton = ({ client, children, otherwise, mayAsk, onGiven }: PasskeyButtonProps) => {
  const isOffered = useHasPasskeys()
  const [isRefused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    if (busy || mayAsk?.() === false) return
    setBusy(true)
    setRefused(false)
    try {
      await onGiven(await askForPasskey(client))
    } catch (error) {
      setRefused(error instanceof DeviceRefusal)
    } finally {
      setBusy(false)
    }
  }
  if (!isOffered) return otherwise
  return (
    <div className="stack gap-8">
      <button type="button" className="button quiet" aria-disabled={busy || undefined} onClick={ask}>
        {children}
      </button>
      <p role="status">{isRefused && <FormattedMessage id="signIn.passkeyFailed" />}</p>
    </div>
  )
}
