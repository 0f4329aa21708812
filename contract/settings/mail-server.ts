import { z } from 'zod'
import { email, line, raw } from '../accounts/account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { ownerConfirmation, withProof } from '../sign-in/owner-confirmation.ts'
import { mailSecurities, mailSources } from './mail-server-values.ts'

const maxPasswordLength = 200

const fields = {
  host: withWords(
    line(253)
      .toLowerCase()
      .regex(/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/),
    { required: 'field.mailHost.required', invalid: 'field.mailHost.invalid' },
  ),
  port: withWords(z.int().min(1).max(65_535), {
    required: 'field.mailPort.invalid',
    invalid: 'field.mailPort.invalid',
  }),
  security: z.enum(mailSecurities),
  /** Empty for a relay without encryption, which asks for none. */
  username: withWords(line(254).or(z.literal('')), {
    required: 'field.mailUsername.required',
    invalid: 'field.mailUsername.required',
  }),
  sender: withWords(email, { required: 'field.mailSender.required', invalid: 'field.email.invalid' }),
}

const server = z.strictObject({
  ...fields,
  /** Password of the mailbox. Absent: use the stored one, which is only allowed with the stored host. */
  password: raw(maxPasswordLength)
    .trim()
    .min(1)
    .max(maxPasswordLength)
    .regex(/^[^\p{Cc}]*$/u)
    .optional(),
})

/** Only a relay without encryption is used without signing in; told together with all other problems. */
const withSignIn = <Body extends z.ZodType<{ security: string; username: string }>>(body: Body) =>
  body.refine((value: Partial<z.infer<Body>> | undefined) => value?.security === 'none' || value?.username !== '', {
    path: ['username'],
    when: () => true,
  })

/** Changing the mail server requires the user's password again, and their second factor if they have one, or a passkey. */
const confirmation = { ...ownerConfirmation, version: z.int() }

const mailServer = z.object({
  source: z.enum(mailSources),
  /** Null: none is configured. */
  server: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(mailSecurities),
      /** Null: configured by the operator, and not shown. */
      username: z.string().nullable(),
      sender: z.string(),
    })
    .nullable(),
  /** False: no password is stored, or it cannot be decrypted any more and must be entered again. */
  hasPassword: z.boolean(),
  version: z.int(),
  /** Why the reader, who takes part, does not change it; null: they may. */
  whyNot: z.string().nullable(),
})
export type MailServerAnswer = z.infer<typeof mailServer>

export const readMailServer = endpoint({
  method: 'GET',
  path: '/api/settings/mail',
  summary: 'The mail server and where it is configured; never its password',
  answer: mailServer,
})

export const changeMailServer = endpoint({
  method: 'PUT',
  path: '/api/settings/mail',
  summary:
    'Sets the mail server; takes effect at once in every process. Requires the caller’s password with the second factor, or a passkey. Without a password of the mailbox the stored one is kept, unless the host changes. Refused if the operator has set SMTP_URL',
  body: withProof(withSignIn(server.extend(confirmation)), 'ownPassword'),
  answer: mailServer,
})

export const removeMailServer = endpoint({
  method: 'DELETE',
  path: '/api/settings/mail',
  summary:
    'Removes the mail server: mail is no longer sent. Requires the caller’s password with the second factor, or a passkey',
  body: withProof(z.strictObject(confirmation), 'ownPassword'),
  answer: mailServer,
})

export const testMailServer = endpoint({
  method: 'POST',
  path: '/api/settings/mail/test',
  summary:
    'Sends a test mail by this server, saved or not, to the caller’s address, or to the sender if they have none; reports what went wrong',
  body: withSignIn(server),
  answer: z.object({
    to: z.string(),
    /** Null: the server accepted the mail. */
    failure: z.object({ name: z.string(), message: z.string() }).nullable(),
  }),
})
export type MailServerInput = z.infer<typeof server>
