import { isEmail, plainEmail } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { OutboxId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { writeMail } from '../features/outbox/service.ts'
import { findOfficeMail } from '../features/settings/service.ts'
import { addressOf, mailHostOf } from '../installation.ts'
import { CarrierError } from '../platform/carrier.ts'
import { holdsEmbeddedPostgres } from '../platform/database/embedded.ts'
import { createEncryption } from '../platform/encryption.ts'
import { newId } from '../platform/ids.ts'
import { createSmtpCarrier } from '../platform/mail/smtp.ts'
import { t } from '../platform/messages.ts'
import { refusal, type Command, type CommandInput } from './command.ts'

const locale = 'en-US'

const site = localize(defaultSettings.title, locale).text

/** What to check, where the reason alone does not say it. */
const adviceFor = (where: string): Partial<Record<CarrierError['failure'], string>> => ({
  unreachable: `Check host and port in ${where}, and whether this machine may connect there.`,
  timeout: `Check host and port in ${where}; port 465 is encrypted from the first byte (smtps:// in SMTP_URL), 587 and 25 by STARTTLS (smtp://).`,
  interrupted: `Check host and port in ${where}; port 465 is encrypted from the first byte (smtps:// in SMTP_URL), 587 and 25 by STARTTLS (smtp://).`,
  encryption: `Check that the certificate of the mail server is valid for the host in ${where}.`,
  signIn: `Check name and password in ${where}; in SMTP_URL characters such as @ and / are written as %40 and %2F.`,
  sender: `Set an address that the mail server accepts in ${where}; in SMTP_URL: ?from=address at its end.`,
})

interface FoundServer {
  url: URL
  /** Where it is configured. */
  where: string
}

/** A check must not create a database. */
const findServer = async ({ config, openDatabase }: CommandInput): Promise<FoundServer | { missing: string }> => {
  const { smtpUrl, databaseUrl, dataDirectory } = config
  if (smtpUrl) return { url: smtpUrl, where: 'SMTP_URL' }
  const hasDatabase = databaseUrl !== undefined || (await holdsEmbeddedPostgres(dataDirectory))
  const stored = hasDatabase
    ? await findOfficeMail((await openDatabase()).connection.db, createEncryption(config))
    : undefined
  if (stored?.url) return { url: stored.url, where: 'the settings of the office' }
  return {
    missing: stored
      ? `The password for ${stored.host} cannot be read: type it again in the office (/Admin/Setting).`
      : 'No mail server is set: neither in the office (/Admin/Setting) nor by SMTP_URL=smtp://user:password@host:587',
  }
}

export const sendTestMail: Command = {
  summary: 'send one mail to this address',
  help: 'Sends one mail by SMTP_URL or, without it, by the mail server that is set in the office, at once and past the outbox, and says what the mail server answered. Run it with the variables of the site.',
  arguments: ['address'],
  run: async (input) => {
    const { config, args } = input
    const to = plainEmail(args[0]!)
    if (!isEmail(to)) return refusal(`${to} is no e-mail address.`)
    const server = await findServer(input)
    if ('missing' in server) return refusal(server.missing)
    const { url, where } = server
    const id = newId<OutboxId>()
    const head = { siteTitle: () => site, address: addressOf(config) }
    const mail = writeMail({ locale, letter: 'test', content: {}, secret: null }, head)
    try {
      await createSmtpCarrier({ url, host: mailHostOf(config) }).send({ id, to, senderName: site, locale, ...mail })
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      const { failure, detail } = error
      const line = `${url.host}: ${t(locale, `letter.failure.${failure}`, { detail })}.`
      const advice = adviceFor(where)[failure]
      return { ...refusal(line), failure, lines: [line, ...(advice ? [advice] : [])] }
    }
    return {
      ok: true,
      id,
      lines: [`${url.host} took the mail to ${to}. If it does not arrive, look into the spam folder.`],
    }
  },
}
