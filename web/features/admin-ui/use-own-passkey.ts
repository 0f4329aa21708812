import { listPasskeys, type Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import type { Client } from '../../request/client.ts'
import { RequestError } from '../../request/request-error.ts'
import { useIntl } from '../../ui/intl.tsx'
import { DeviceRefusal } from '../sign-in/device-refusal.ts'
import { askForPasskey, useHasPasskeys } from '../sign-in/passkeys.ts'

export interface OwnPasskey {
  /** The reader has a passkey that works in this browser. */
  isOffered: boolean
  busy: boolean
  /** Lets the reader confirm on their device, and goes on with the answer. */
  ask: (goOn: (passkey: Assertion) => Promise<unknown>) => Promise<void>
}

/** Confirms with a passkey what otherwise the password does, with the second factor. */
export const useOwnPasskey = (client: Client): OwnPasskey => {
  const intl = useIntl()
  const { message } = App.useApp()
  const isSupported = useHasPasskeys()
  const [hasPasskey, setHasPasskey] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (!isSupported) return
    client(listPasskeys, {}, { skipErrorHandler: true }).then(
      ({ list }) => setHasPasskey(list.some(({ otherAddress }) => otherAddress === null)),
      () => undefined,
    )
  }, [client, isSupported])
  const ask: OwnPasskey['ask'] = async (goOn) => {
    setBusy(true)
    try {
      await goOn(await askForPasskey(client))
    } catch (error) {
      if (error instanceof DeviceRefusal) void message.warning(intl.formatMessage({ id: 'office.passkeys.failed' }))
      // The request has shown the others.
      else if (!(error instanceof RequestError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { isOffered: isSupported && hasPasskey, busy, ask }
}
