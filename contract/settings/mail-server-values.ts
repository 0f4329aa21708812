/**
 * How the connection is encrypted: TLS from the start, STARTTLS, or not at all. The last is for a relay of one's own
 * network that asks for no password: a password is never sent unencrypted.
 */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Where the mail server is configured: by the operator (SMTP_URL), in the office, or nowhere. */
export const mailSources = ['operator', 'office', 'none'] as const
