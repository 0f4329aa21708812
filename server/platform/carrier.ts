/** Hands messages of one channel to a service; resolves when they are accepted. */
export interface Carrier<Message> {
  send(message: Message): Promise<void>
}

/** Why a message was not accepted; `letter.failure.<name>` in every language. */
export const carrierFailures = [
  'unreachable',
  'timeout',
  'interrupted',
  'encryption',
  'signIn',
  'sender',
  'recipient',
  'content',
  'status',
  'unwritable',
  'unknown',
] as const
type CarrierFailure = (typeof carrierFailures)[number]

const maxDetailLength = 200

/** A single line, whatever the server answered. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxDetailLength)

export class CarrierError extends Error {
  readonly failure: CarrierFailure
  readonly detail: string
  /** The same message would be refused again. */
  readonly isFinal: boolean

  constructor(failure: CarrierFailure, detail: string, isFinal = false) {
    super(`${failure}: ${oneLine(detail)}`)
    this.failure = failure
    this.detail = oneLine(detail)
    this.isFinal = isFinal
  }
}
