import type { Verification } from '@lectern/contract/certificates/certificates.ts'

/** What a reader is told first about a certificate. */
export type Verdict = 'valid' | 'masked' | 'wrongCode' | 'revoked' | 'replaced' | 'unknown'

/** The end of a certificate comes before everything else; a wrong code before what the number alone says. */
export const verdictOf = ({ state, code }: Pick<Verification, 'state' | 'code'>): Verdict => {
  if (state !== 'issued') return state
  if (code === 'wrong') return 'wrongCode'
  return code === 'right' ? 'valid' : 'masked'
}

/** Colours of verdicts: only a certificate that stands is green. */
export const toneOf = {
  valid: 'good',
  masked: 'good',
  wrongCode: 'bad',
  revoked: 'bad',
  replaced: 'warm',
  unknown: 'plain',
} as const satisfies Record<Verdict, string>
