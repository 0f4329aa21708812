import { useRef, useState } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { signInWith, stepAfter, type Credentials, type FurtherInput, type Step } from '../sign-in-steps.ts'

/** Signs in step by step: earlier input is sent again with each further step. */
export const useSignIn = (client: Client, onSignedIn: (user: CurrentUser) => unknown) => {
  const [step, setStep] = useState<Step>({ name: 'credentials' })
  const input = useRef<{ credentials: Credentials; further: FurtherInput }>(undefined)

  const attempt = async (credentials: Credentials, further: FurtherInput): Promise<void> => {
    input.current = { credentials, further }
    let user: CurrentUser
    try {
      user = await signInWith(client, credentials, further)
    } catch (error) {
      setStep(await stepAfter(client, step, error))
      return
    }
    await onSignedIn(user)
  }

  return {
    step,
    begin: (credentials: Credentials) => attempt(credentials, {}),
    goOn: (more: FurtherInput) => attempt(input.current!.credentials, { ...input.current!.further, ...more }),
    back: () => setStep({ name: 'credentials' }),
  }
}
