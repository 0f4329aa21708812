/** Why somebody gets a letter; explained in `letter.footer.<reason>`. */
type Reason = 'entered' | 'account' | 'notice' | 'answer' | 'test'

interface LetterKind {
  reason: Reason
  /** The path of its button, unless the letter has another one. Absent: no button. */
  link?: string
  /** The name of a value that only the recipient may read; once it is erased, the letter cannot be rendered again. */
  secret?: string
}

/**
 * All letters: `letter.<name>.subject`, `.text` and `.sms` in every language, and `.action` on the button. The texts
 * may use `site`, `address` and `link`, and the values listed here.
 */
export const letters = {
  /** purpose; code in secret */
  code: { reason: 'entered', secret: 'code' },
  noAccount: { reason: 'entered', link: '/account/Register' },
  /** contact: the new one, masked */
  contactChanged: { reason: 'account', link: '/account/reviserPwd' },
  passwordChanged: { reason: 'account', link: '/account/reviserPwd' },
  /** change: enabled, removed or codesRenewed */
  secondFactorChanged: { reason: 'account', link: '/account/reviserPwd' },
  /** change: added, renamed or removed; name: of what the owner signs in with */
  wayInChanged: { reason: 'account', link: '/account/settings?tab=security' },
  secondFactorGuessed: { reason: 'account', link: '/account/reviserPwd' },
  /** name: of the passkey */
  passkeyCopied: { reason: 'account', link: '/account/settings?tab=security' },
  /** username */
  invited: { reason: 'account', link: '/account/reviserPwd' },
  /**
   * To people without an account. activity; person: the first letter of the inviter's name, and no other text of
   * participants
   */
  teamInvitation: { reason: 'entered', link: '/account/Team' },
  /** To people who may have no account. institution; link in secret: whoever has it becomes the officer */
  officerInvitation: { reason: 'entered', link: '/account/Officer', secret: 'link' },
  /** title, body; html: the same body, sanitized */
  notice: { reason: 'notice', link: '/account/center' },
  /** subject, reference; body: the organiser's answer; quote: the original message */
  answer: { reason: 'answer', link: '/Contact' },
  test: { reason: 'test', link: '/' },
} as const satisfies Record<string, LetterKind>

export type LetterName = keyof typeof letters

export const isLetter = (name: string): name is LetterName => Object.hasOwn(letters, name)

export const kindOf = (name: LetterName): LetterKind => letters[name]
