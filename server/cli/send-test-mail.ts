import { isEmail, plainEmail } from '@lectern/contract/contact-forms.ts'
import type { OutboxId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings.ts'
import { writeMail } from '../features/outbox/writing.ts'
import { addressOf } from '../installation.ts'
import { CarrierError } from '../platform/carrier.ts'
import { newId } from '../platform/ids.ts'
import { createSmtpCarrier } from '../platform/mail/smtp.ts'
import { say } from '../platform/messages.ts'
import { refusal, type Command } from './command.ts'

const locale = 'en-US'

const site = localize(defaultSettings.title, locale).text

/** What to look at, where the reason alone does not say it. */
const advice: Partial<Record<CarrierError['failure'], string>> = {
  unreachable: 'Check host and port of SMTP_URL, and whether this machine may connect there.',
  timeout: 'Check host and port of SMTP_URL; smtps:// is for port 465, smtp:// for 587 and 25.',
  interrupted: 'Check host and port of SMTP_URL; smtps:// is for port 465, smtp:// for 587 and 25.',
  encryption: 'Check that the certificate of the mail server is valid for the host of SMTP_URL.',
  signIn: 'Check name and password in SMTP_URL; characters such as @ and / are written as %40 and %2F.',
  sender: 'Set an address that the mail server accepts: ?from=address at the end of SMTP_URL.',
}

export const sendTestMail: Command = {
  summary: 'send one mail to this address',
  help: 'Sends one mail by SMTP_URL, at once and past the outbox, and says what the mail server answered. Run it with the variables of the site.',
  arguments: ['address'],
  run: async ({ config, args }) => {
    const to = plainEmail(args[0]!)
    if (!isEmail(to)) return refusal(`${to} is no e-mail address.`)
    if (!config.smtpUrl) return refusal('SMTP_URL is not set. For example: SMTP_URL=smtp://user:password@host:587')
    const { smtpUrl: url, publicUrl } = config
    const id = newId<OutboxId>()
    const head = { siteTitle: () => site, address: addressOf(config) }
    const mail = writeMail({ locale, letter: 'test', content: {}, secret: null }, head)
    try {
      await createSmtpCarrier({ url, host: publicUrl?.hostname ?? 'localhost' }).send({
        id,
        to,
        senderName: site,
        locale,
        ...mail,
      })
    } catch (error) {
      if (!(error instanceof CarrierError)) throw error
      const { failure, detail } = error
      const line = `${url.host}: ${say(locale, `letter.failure.${failure}`, { detail })}.`
      return { ...refusal(line), failure, lines: [line, ...(advice[failure] ? [advice[failure]] : [])] }
    }
    return {
      ok: true,
      id,
      lines: [`${url.host} took the mail to ${to}. If it does not arrive, look into the spam folder.`],
    }
  },
}
