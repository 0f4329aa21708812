import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import {
  beginPasskey,
  createPasskey,
  requestPasskeyChallenge,
  type Assertion,
} from '@lectern/contract/sign-in/passkeys.ts'
import type { AnswerOf, BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../request/client.ts'
import { DeviceRefusal } from './device-refusal.ts'

// A chunk of its own: loaded when somebody uses a passkey.

/** What the device says, in three words that people can act on. */
const asRefusal = (error: unknown): DeviceRefusal => {
  const { name, cause } = error as Error
  const reason = cause instanceof Error ? cause.name : name
  if (reason === 'InvalidStateError') return new DeviceRefusal('twice')
  return new DeviceRefusal(reason === 'ConstraintError' || reason === 'NotSupportedError' ? 'noLock' : 'canceled')
}

const inPlace = { inPlaceSignIn: true }

/** Lets the user choose a passkey of this site, and unlock it. */
export const answerChallenge = async (client: Client): Promise<Assertion> => {
  const optionsJSON = await client(requestPasskeyChallenge)
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON })
    return { id, rawId, response, type: 'public-key' }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Makes a passkey on a device of the user's choice. */
export const makePasskey = async (
  client: Client,
  proof: BodyInputOf<typeof beginPasskey>,
): Promise<AnswerOf<typeof createPasskey>> => {
  const optionsJSON = await client(beginPasskey, { body: proof }, inPlace)
  let credential
  try {
    credential = await startRegistration({ optionsJSON })
  } catch (error) {
    throw asRefusal(error)
  }
  const { id, rawId, response } = credential
  const { clientDataJSON, attestationObject, transports } = response
  const registration = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  }
  return client(createPasskey, { body: { registration } }, inPlace)
}
