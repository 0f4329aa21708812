import type { SignInProvider } from '../../platform/sign-in-provider.ts'

/** Where a browser is sent, and what the answer is checked against when it comes back. */
export interface Departure {
  to: URL
  kept: Readonly<Record<string, string>>
}

/** One way there and back. */
export interface Trip {
  /** Where the provider sends the browser back to. */
  callback: URL
  /** Ties the answer to the browser that left. */
  state: string
}

export interface Arrival extends Trip {
  /** The parameters with which the browser came back. */
  answer: URLSearchParams
  kept: Departure['kept']
}

/** Who the provider says it is. */
export interface ProviderAnswer {
  issuer: string
  /** What the issuer never changes, and never gives to anybody else. */
  subject: string
  email: string | null
  /** Null: the provider does not say. */
  isEmailConfirmed: boolean | null
  name: string | null
  /** How the person has signed in there, in the provider's words. */
  methods: readonly string[]
}

/** A protocol of sign-in. Throws a `ProviderError` if the provider does not answer as it should. */
export interface SignInAdapter {
  depart(provider: SignInProvider, trip: Trip): Promise<Departure>
  receive(provider: SignInProvider, arrival: Arrival): Promise<ProviderAnswer>
}

/** What went wrong, in the words of `office.settings.provider.failure.…`. */
export type ProviderFailure =
  /** No connection, or an answer of a server that is broken. */
  | 'unreachable'
  | 'slow'
  /** It answers, but not in the protocol: the address is wrong, or it was tampered with. */
  | 'invalid'
  /** It refuses this site: client, secret or callback address. */
  | 'refused'
  /** The person did not sign in there, or went back. */
  | 'cancelled'
  /** The answer is not for this browser, was used before, or is too old. */
  | 'mismatch'

export class ProviderError extends Error {
  readonly failure: ProviderFailure

  /** `detail`: for organisers; without secrets, tickets and codes. */
  constructor(failure: ProviderFailure, detail: string) {
    super(detail)
    this.failure = failure
  }
}
