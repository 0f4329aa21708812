import { CarrierError } from '../carrier.ts'

/** Properties that the mail library adds to an error. */
interface SmtpError {
  code?: string
  /** The system's error code, such as ECONNREFUSED. */
  originalCode?: string
  /** The last command sent. */
  command?: string
  response?: string
  responseCode?: number
}

const certificateTrouble = /CERT|SIGNATURE|TLS|SSL|ALTNAME/

/** A response about the recipient or the mail itself is final; an operator may be able to fix anything else. */
const refusalAt = ({ command = '', response = '', responseCode = 0 }: SmtpError): CarrierError => {
  const isFinal = responseCode >= 500
  if (command === 'RCPT TO') return new CarrierError('recipient', response, isFinal)
  if (command === 'DATA') return new CarrierError('content', response, isFinal)
  if (command === 'MAIL FROM') return new CarrierError('sender', response)
  return new CarrierError('interrupted', response)
}

/** Classifies the error; never repeats what was sent while signing in. */
export const smtpFailure = (thrown: unknown): CarrierError => {
  const error = thrown as SmtpError
  const { code = '', originalCode = code, responseCode } = error
  if (code === 'EAUTH' || code === 'ENOAUTH') return new CarrierError('signIn', String(responseCode ?? code))
  if (code === 'ETLS' || certificateTrouble.test(originalCode)) return new CarrierError('encryption', originalCode)
  if (code === 'ETIMEDOUT') return new CarrierError('timeout', code)
  if (code === 'EDNS' || (code === 'ESOCKET' && /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND)$/.test(originalCode)))
    return new CarrierError('unreachable', originalCode)
  if (responseCode) return refusalAt(error)
  if (code === 'EENVELOPE') return new CarrierError('recipient', code, true)
  if (code === 'ESOCKET' || code === 'ECONNECTION') return new CarrierError('interrupted', originalCode)
  return new CarrierError('unknown', code || 'error')
}
