import type { Locale } from '@lectern/contract/locales.ts'
import { isEmail } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { Transporter } from 'nodemailer'
import { CarrierError, type Carrier } from '../carrier.ts'
import { smtpFailure } from './smtp-failure.ts'

export interface Mail {
  /** The same mail sent twice has the same id: mail clients show it once. */
  id: string
  to: string
  /** The display name of the sender, unless the operator set one. */
  senderName: string
  locale: Locale
  subject: string
  text: string
  html: string
}

interface SmtpOptions {
  /** smtp: or smtps:, with name and password, and ?from= if the operator set a sender. */
  url: URL
  /** The site's host: for the sender's address and unique message ids. */
  host: string
  /** Timeout for each response of the server. */
  patienceMilliseconds?: number
  /** Total timeout for a mail. */
  maxMilliseconds?: number
}

/** The lease of a mail in the outbox is longer. */
const maxMillisecondsUsually = 90_000

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** A value cannot start another header. */
const headerText = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Whether the server is a relay that is used without encryption, and so without a password. */
export const isPlain = (url: URL): boolean => url.protocol === 'smtp:' && url.searchParams.get('encryption') === 'none'

/** The default port of a mail server. */
export const portOf = (url: URL): number =>
  Number(url.port) || (url.protocol === 'smtps:' ? 465 : isPlain(url) ? 25 : 587)

export const senderOf = (url: URL, host: string): { name: string | undefined; address: string } => {
  const from = url.searchParams.get('from') ?? `no-reply@${host}`
  const [, name, address] = /^(.*)<(.+)>$/.exec(from) ?? []
  return { name: name?.trim() || undefined, address: address ?? from }
}

const connectionOf = ({ url, patienceMilliseconds = 20_000 }: SmtpOptions) => {
  const isNear = loopback.test(url.hostname)
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: portOf(url),
    secure: url.protocol === 'smtps:',
    // A password is never sent unencrypted over a network; a server on the same machine needs no certificate.
    requireTLS: url.username !== '' && !isNear,
    ignoreTLS: isPlain(url),
    tls: { rejectUnauthorized: !isNear },
    ...(url.username &&
      !isPlain(url) && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
    connectionTimeout: patienceMilliseconds,
    greetingTimeout: patienceMilliseconds,
    socketTimeout: patienceMilliseconds,
    dnsTimeout: patienceMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const withDeadline = <Result>(work: Promise<Result>, milliseconds: number): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('took too long'), { code: 'ETIMEDOUT' })), milliseconds)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Sends mails to this server, each over its own connection. */
export const createSmtpCarrier = (options: SmtpOptions): Carrier<Mail> => {
  const sender = senderOf(options.url, options.host)
  let transport: Promise<Transporter> | undefined
  // Loaded with the first mail.
  const load = () =>
    (transport ??= import('nodemailer').then(({ createTransport }) => createTransport(connectionOf(options))))

  return {
    send: async ({ id, to, senderName, locale, subject, text, html }) => {
      // Anything else might be parsed as several recipients.
      if (!isEmail(to)) throw new CarrierError('recipient', 'EENVELOPE', true)
      const transporter = await load()
      const sending = transporter.sendMail({
        messageId: `<${id}@${options.host}>`,
        from: { name: sender.name ?? headerText(senderName), address: sender.address },
        to: { name: '', address: to },
        envelope: { from: sender.address, to: [to] },
        subject: headerText(subject),
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // For mail servers that do not know the header above.
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': locale,
        },
      })
      await withDeadline(sending, options.maxMilliseconds ?? maxMillisecondsUsually).catch((error: unknown) => {
        throw smtpFailure(error)
      })
    },
  }
}

/** Returns the carrier for the current mail server, which may change while the program runs. */
export const followMailServer = (findUrl: () => URL | undefined, host: string): (() => Carrier<Mail> | undefined) => {
  let current: { href: string; carrier: Carrier<Mail> } | undefined
  return () => {
    const url = findUrl()
    if (current?.href !== url?.href) current = url && { href: url.href, carrier: createSmtpCarrier({ url, host }) }
    return current?.carrier
  }
}
