/** Hands messages of one kind to whoever brings them to people: done when they have been taken over. */
export interface Carrier<Message> {
  send(message: Message): Promise<void>
}

/** Why a message was not taken over; `letter.failure.<name>` says it in every language. */
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

/** One line, whatever was answered from elsewhere. */
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
