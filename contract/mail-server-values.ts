/** How the connection to a mail server is encrypted: from the first byte, or by STARTTLS. It always is. */
export const mailSecurities = ['tls', 'starttls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** Who has set the mail server: the operator (SMTP_URL), organisers in the office, or nobody. */
export const mailSources = ['operator', 'office', 'none'] as const
