import { directionOf, type Locale } from '@lectern/contract/locales.ts'
import { xml } from '../xml.ts'

export interface WrittenMail {
  locale: Locale
  /** The sender's site. */
  site: string
  subject: string
  paragraphs: readonly string[]
  /** A highlighted paragraph: a code. */
  prominent?: string | undefined
  /** A paragraph that is replaced by this sanitized HTML. */
  rich?: { paragraph: string; html: string } | undefined
  action?: { label: string; url: string } | undefined
  footer: string
}

const font =
  "font-family:-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Segoe UI',Roboto,Arial,sans-serif"
const prose = 'margin:0 0 16px;font-size:16px;line-height:1.75;color:#1f2329;overflow-wrap:anywhere'
const large =
  'margin:0 0 16px;padding:16px;border-radius:6px;background:#f0f5ff;font-size:32px;line-height:1.25;font-weight:600;letter-spacing:6px;color:#10239e'
const button =
  'display:inline-block;padding:10px 24px;border-radius:6px;background:#0958d9;color:#ffffff;font-size:16px;line-height:1.5;text-decoration:none'
const small =
  'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #d9d9d9;font-size:13px;line-height:1.75;color:#595959;overflow-wrap:anywhere'

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => xml`${line}`)
    .join('<br>')

/** The plain-text alternative of a mail. */
export const mailText = ({ paragraphs, action, footer }: WrittenMail): string =>
  [...paragraphs, ...(action ? [`${action.label}\n${action.url}`] : []), `-- \n${footer}`].join('\n\n')

/** One column without tables, pictures or external resources; every value is escaped, except sanitized HTML. */
export const mailHtml = ({ locale, site, subject, action, footer, ...mail }: WrittenMail): string => {
  const direction = directionOf(locale)
  const body = mail.paragraphs.map((text) =>
    text === mail.rich?.paragraph
      ? `<div style="${prose}">${mail.rich.html}</div>`
      : `<p style="${text === mail.prominent ? large : prose}">${lines(text)}</p>`,
  )
  return [
    '<!doctype html>',
    xml`<html lang="${locale}" dir="${direction}">`,
    xml`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>`,
    '<body style="margin:0;padding:0;background:#ffffff">',
    `<div lang="${locale}" dir="${direction}" style="max-width:560px;margin:0 auto;padding:24px;${font}">`,
    xml`<p style="margin:0 0 24px;font-size:14px;line-height:1.5;color:#595959">${site}</p>`,
    xml`<h1 style="margin:0 0 24px;font-size:22px;line-height:1.4;color:#1f2329">${subject}</h1>`,
    ...body,
    ...(action
      ? [xml`<p style="margin:24px 0 0"><a href="${action.url}" style="${button}">${action.label}</a></p>`]
      : []),
    `<p style="${small}">${lines(footer)}</p>`,
    '</div>',
    '</body>',
    '</html>',
  ].join('\n')
}
