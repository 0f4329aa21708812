import { useRef, useState } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { enter, stepAfter, type Credentials, type Further, type Step } from '../entering.ts'

/** Signs in step by step: earlier input is sent again with each further step. */
export const useSignIn = (client: Client, onSignedIn: (user: CurrentUser) => unknown) => {
  const [step, setStep] = useState<Step>({ name: 'credentials' })
  const given = useRef<{ credentials: Credentials; further: Further }>(undefined)

  const attempt = async (credentials: Credentials, further: Further): Promise<void> => {
    given.current = { credentials, further }
    let user: CurrentUser
    try {
      user = await enter(client, credentials, further)
    } catch (error) {
      setStep(await stepAfter(client, step, error))
      return
    }
    await onSignedIn(user)
  }

  return {
    step,
    begin: (credentials: Credentials) => attempt(credentials, {}),
    goOn: (more: Further) => attempt(given.current!.credentials, { ...given.current!.further, ...more }),
    back: () => setStep({ name: 'credentials' }),
  }
}
