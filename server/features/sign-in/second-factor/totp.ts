const period = 30
const shape = { algorithm: 'SHA1', digits: 6, period }
const secretBytes = 20

export const newSecret = async (): Promise<string> => {
  const { Secret } = await import('otpauth')
  return new Secret({ size: secretBytes }).base32
}

/** What an authenticator app reads from a QR code. */
export const uriOf = async (secret: string, names: { issuer: string; label: string }): Promise<string> => {
  const { TOTP } = await import('otpauth')
  return new TOTP({ ...shape, ...names, secret }).toString()
}

/** The time step of a code: the current one or a neighbour, to tolerate inaccurate clocks. */
export const findStep = async (secret: string, code: string, now: Date): Promise<number | undefined> => {
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...shape, secret: Secret.fromBase32(secret), token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta
}
