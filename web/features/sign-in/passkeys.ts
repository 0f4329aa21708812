import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import { useSyncExternalStore } from 'react'
import type { Client } from '../../request/client.ts'

const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

const never = () => () => undefined

/** Whether passkeys work here: not in browsers inside apps, and not at an IP address. */
export const useHasPasskeys = (): boolean => useSyncExternalStore(never, hasPasskeys, () => false)

export const askForPasskey = async (client: Client): Promise<Assertion> =>
  (await import('./passkey-device.ts')).answerChallenge(client)
