/** Why somebody gets a letter; `letter.footer.<reason>` tells him. */
type Reason = 'entered' | 'account' | 'notice' | 'answer' | 'test'

interface LetterKind {
  reason: Reason
  /** The path that its button leads to, unless the letter names another one. Absent: it has no button. */
  link?: string
  /** What only the recipient may read; once that is forgotten, the letter cannot be written again. */
  secret?: string
}

/**
 * What we write to people: `letter.<name>.subject`, `.text` and `.sms` in every language, and `.action` on the button.
 * The texts may name `site`, `address` and `link`, and beyond that what is listed here.
 */
export const letters = {
  /** purpose; code in secret */
  code: { reason: 'entered', secret: 'code' },
  noAccount: { reason: 'entered', link: '/account/Register' },
  /** contact: the new one, as far as it may be told */
  contactChanged: { reason: 'account', link: '/account/reviserPwd' },
  passwordChanged: { reason: 'account', link: '/account/reviserPwd' },
  /** change: enabled, removed or codesRenewed */
  secondFactorChanged: { reason: 'account', link: '/account/reviserPwd' },
  secondFactorGuessed: { reason: 'account', link: '/account/reviserPwd' },
  /** username */
  invited: { reason: 'account', link: '/account/reviserPwd' },
  /** To people without an account. activity; person: the first letter of who asks, and nothing else that participants write */
  teamInvitation: { reason: 'entered', link: '/account/Team' },
  /** title, body; html: the body once more, cleaned */
  notice: { reason: 'notice', link: '/account/center' },
  /** subject, reference; body: what an organiser writes; quote: what was written to them */
  answer: { reason: 'answer', link: '/Contact' },
  test: { reason: 'test', link: '/' },
} as const satisfies Record<string, LetterKind>

export type LetterName = keyof typeof letters

export const isLetter = (name: string): name is LetterName => Object.hasOwn(letters, name)

export const kindOf = (name: LetterName): LetterKind => letters[name]
