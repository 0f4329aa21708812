/** Allowed values of an account; without schemas, so that the browser can load them. */

export const accesses = ['user', 'expert', 'admin'] as const
export type AccessValue = (typeof accesses)[number]

export const accountStatuses = ['active', 'disabled'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const codePurposes = ['signUp', 'signIn', 'resetPassword'] as const

export const proofPurposes = ['signUp', 'code', 'signIn', 'message'] as const

/** Documents that every user agrees to; each has a public page. */
export const agreementNames = ['privacy', 'terms'] as const
export type AgreementName = (typeof agreementNames)[number]

/** `pledge`: what experts promise before they judge. */
export const documentNames = [...agreementNames, 'pledge'] as const
export type DocumentName = (typeof documentNames)[number]

export const noticeKinds = ['security', 'account', 'contest', 'announcement'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Kinds of notices that users can turn off as mail; security notices are always mailed. */
export const chosenKinds = ['account', 'contest', 'announcement'] as const

export const channels = ['mail', 'sms'] as const
export type Channel = (typeof channels)[number]

export const outboxStates = ['waiting', 'sent', 'failed', 'expired'] as const

export const actorKinds = ['account', 'system', 'operator', 'visitor'] as const

export const passwordLength = { least: 8, most: 128 }
export const usernameLength = { least: 3, most: 32 }

/** Max characters of profile fields. */
export const maxNicknameLength = 32
export const maxProfileLength = 500

/** Digits of a code, and the cooldown in seconds before the next one. */
export const codeLength = 6
export const codePause = 60

/** Max bytes of an uploaded picture. */
export const largestPicture = 10 * 1024 * 1024

/** Fields that a sheet of members may have, in the order of its columns. */
export const importedFields = [
  'username',
  'realName',
  'nickname',
  'email',
  'phone',
  'school',
  'department',
  'title',
  'country',
  'province',
  'city',
  'address',
  'access',
] as const
