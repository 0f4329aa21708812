/** How the connection is encrypted: TLS from the start, or STARTTLS. Unencrypted connections are not allowed. */
export const mailSecurities = ['tls', 'starttls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Where the mail server is configured: by the operator (SMTP_URL), in the office, or nowhere. */
export const mailSources = ['operator', 'office', 'none'] as const
