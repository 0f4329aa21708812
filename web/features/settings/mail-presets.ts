import type { MailSecurity } from '@lectern/contract/settings/mail-server-values.ts'

interface MailPreset {
  host: string
  port: number
  security: MailSecurity
  /** `office.settings.mail.hint.<hint>` explains which password is needed. */
  hint: 'authCode' | 'clientPassword' | 'smtpAuth' | 'appPassword'
}

/** Mail servers of common providers; the name is `office.settings.mail.preset.<name>`. */
export const mailPresets = {
  exmail: { host: 'smtp.exmail.qq.com', port: 465, security: 'tls', hint: 'clientPassword' },
  qq: { host: 'smtp.qq.com', port: 465, security: 'tls', hint: 'authCode' },
  netease163: { host: 'smtp.163.com', port: 465, security: 'tls', hint: 'authCode' },
  netease126: { host: 'smtp.126.com', port: 465, security: 'tls', hint: 'authCode' },
  aliyun: { host: 'smtp.qiye.aliyun.com', port: 465, security: 'tls', hint: 'clientPassword' },
  outlook: { host: 'smtp.office365.com', port: 587, security: 'starttls', hint: 'smtpAuth' },
  gmail: { host: 'smtp.gmail.com', port: 465, security: 'tls', hint: 'appPassword' },
} as const satisfies Record<string, MailPreset>

export type MailPresetName = keyof typeof mailPresets

export const mailPresetNames = Object.keys(mailPresets) as MailPresetName[]

/** The provider of a mail server. */
export const presetOf = (host: string): MailPresetName | undefined =>
  mailPresetNames.find((name) => mailPresets[name].host === host.trim().toLowerCase())
