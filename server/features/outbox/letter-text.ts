import type { Locale } from '@lectern/contract/locales.ts'
import { CarrierError } from '../../platform/carrier.ts'
import { htmlText } from '../../platform/html-text.ts'
import { mailHtml, mailText, type WrittenMail } from '../../platform/mail/layout.ts'
import { isMessageId, t } from '../../platform/messages.ts'
import { isLetter, kindOf } from './letters.ts'

/** A letter as stored in the outbox. */
export interface StoredLetter {
  locale: Locale
  letter: string
  content: Record<string, string>
  secret: Record<string, string> | null
}

/** The sender of letters. */
export interface Letterhead {
  siteTitle: (locale: Locale) => string
  /** The site's public address, with the router base. */
  address: string
}

const blot = '••••••'

const severalLines = ['body', 'quote']

/** Values are single lines; only long texts of users may have several, or none. */
const plainValue = (name: string, value: string): string =>
  severalLines.includes(name)
    ? value
        .replaceAll('\r\n', '\n')
        .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
        .trim()
    : value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || '—'

const paragraphsOf = (text: string): string[] => text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')

/** Always points to this site, whatever the letter contains. */
const urlOf = (address: string, link: string): string => (/^\/(?![/\\])/.test(link) ? address + link : address)

/** Appends the addition of a letter to its body. */
const wholeOf = ({ addition, ...content }: Record<string, string>): Record<string, string> =>
  addition === undefined ? content : { ...content, body: `${content.body}\n\n${addition}` }

type LetterPart = 'subject' | 'text' | 'sms' | 'action'

/** The texts of one letter, and their values. */
const prepare = ({ locale, letter, content, secret }: StoredLetter, { siteTitle, address }: Letterhead) => {
  if (!isLetter(letter)) throw new CarrierError('unwritable', letter, true)
  const { reason, link: usualLink } = kindOf(letter)
  const entries = Object.entries({ ...wholeOf(content), ...secret }).map(([name, value]) => [
    name,
    plainValue(name, value),
  ])
  const link = secret?.link ?? content.link ?? usualLink
  const url = usualLink === undefined || link === undefined ? undefined : urlOf(address, link)
  const site = plainValue('site', siteTitle(locale))
  const values: Record<string, string> = { ...Object.fromEntries(entries), site, address, ...(url && { link: url }) }
  const textOf = (key: string): string => {
    if (!isMessageId(key)) throw new CarrierError('unwritable', key, true)
    try {
      return t(locale, key, values)
    } catch {
      // The reason may quote values, some of which are secret.
      throw new CarrierError('unwritable', key, true)
    }
  }
  return {
    site,
    url,
    footer: textOf(`letter.footer.${reason}`),
    own: (part: LetterPart) => textOf(`letter.${letter}.${part}`),
  }
}

/** Placeholder in the text for the sanitized HTML of a letter. */
const placeOfHtml = '\uFFFC'

/** Makes links to paths of this site absolute, because a letter is read elsewhere. */
const withAddress = (html: string, address: string): string => html.replaceAll(/ (href|src)="\//g, ` $1="${address}/`)

/** A mail whose body has formatting: the HTML, and the same as plain text. */
const writeRich = (stored: StoredLetter, html: string, mail: WrittenMail, head: Letterhead) => {
  const { own } = prepare({ ...stored, content: { ...stored.content, body: placeOfHtml } }, head)
  const [greeting] = mail.paragraphs
  const rich = { paragraph: placeOfHtml, html: withAddress(html, head.address) }
  const paragraphs = [greeting!, ...paragraphsOf(own('text'))]
  const plain = paragraphs.map((text) => (text === placeOfHtml ? htmlText(rich.html) : text))
  return { text: mailText({ ...mail, paragraphs: plain }), html: mailHtml({ ...mail, paragraphs, rich }) }
}

export const writeMail = (stored: StoredLetter, head: Letterhead): { subject: string; text: string; html: string } => {
  const { site, url, footer, own } = prepare(stored, head)
  const mail: WrittenMail = {
    locale: stored.locale,
    site,
    subject: own('subject'),
    paragraphs: [t(stored.locale, 'letter.greeting'), ...paragraphsOf(own('text'))],
    prominent: stored.secret?.code,
    action: url === undefined ? undefined : { label: own('action'), url },
    footer,
  }
  const { html } = stored.content
  const halves =
    html === undefined ? { text: mailText(mail), html: mailHtml(mail) } : writeRich(stored, html, mail, head)
  return { subject: mail.subject, ...halves }
}

export const writeShortMessage = (stored: StoredLetter, head: Letterhead): { subject: string; text: string } => {
  const { own } = prepare(stored, head)
  return { subject: own('subject'), text: own('sms') }
}

/** The same letter with its secrets masked. */
export const maskSecrets = <Letter extends StoredLetter>(stored: Letter): Letter => {
  const usual = isLetter(stored.letter) ? kindOf(stored.letter).secret : undefined
  const names = [...Object.keys(stored.secret ?? {}), ...(usual ? [usual] : [])]
  return { ...stored, secret: Object.fromEntries(names.map((name) => [name, blot])) }
}
