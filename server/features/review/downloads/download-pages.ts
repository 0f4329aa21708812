import type { Locale } from '@lectern/contract/locales.ts'
import { t } from '../../../platform/messages.ts'
import { xml } from '../../../platform/xml.ts'

/** Why a file is not among those that were downloaded. */
export type LeftOutReason = 'online' | 'notReady' | 'failed'

export interface DownloadedWork {
  code: string
  title: string
  activity: string
  summary: string
  /** Of parts that are texts or links. */
  texts: readonly { label: string; text: string }[]
  files: readonly string[]
  leftOut: readonly { name: string; reason: LeftOutReason }[]
}

interface Page {
  locale: Locale
  title: string
  /** What every page of the download says about who has taken it. */
  stamp: string
}

const style =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}' +
  '.text{white-space:pre-wrap}.quiet{color:#666}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}.quiet{color:#aaa}}'

/** `content` is HTML. */
const pageOf = ({ locale, title, stamp }: Page, content: string): string =>
  [
    '<!doctype html>',
    xml`<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    xml`<title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>`,
    content,
    xml`<hr><p class="quiet">${stamp}</p></body></html>`,
  ].join('\n')

/** Paths are relative; names of files are the program's own. */
const listOf = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const linkTo = (path: string, text: string): string => xml`<a href="${path}">${text}</a>`

const leftOutList = (locale: Locale, { leftOut }: DownloadedWork): string =>
  listOf(
    leftOut.map(
      ({ name, reason }) =>
        xml`${name} <span class="quiet">${t(locale, `sheet.download.leftOut.${reason}` as const)}</span>`,
    ),
  )

/** The texts of a work, and links to what lies beside them. */
export const workPage = (page: Omit<Page, 'title'>, work: DownloadedWork): string => {
  const { locale } = page
  const heading = (text: string): string => xml`<h2>${text}</h2>`
  return pageOf(
    { ...page, title: work.title },
    [
      xml`<p class="quiet">${work.code} · ${work.activity}</p><p class="text">${work.summary}</p>`,
      ...work.texts.map(({ label, text }) => heading(label) + xml`<p class="text">${text}</p>`),
      ...(work.files.length > 0
        ? [heading(t(locale, 'sheet.download.files')), listOf(work.files.map((name) => linkTo(name, name)))]
        : []),
      ...(work.leftOut.length > 0 ? [heading(t(locale, 'sheet.download.leftOut')), leftOutList(locale, work)] : []),
    ].join('\n'),
  )
}

interface Index extends Page {
  works: readonly DownloadedWork[]
  closes: string
  /** The address of the desk. */
  desk: string
}

/** What the download has, what it has not, and until when works are judged. */
export const indexPage = ({ works, closes, desk, ...page }: Index): string => {
  const { locale } = page
  const incomplete = works.filter(({ leftOut }) => leftOut.length > 0)
  return pageOf(
    page,
    [
      ...[closes, t(locale, 'sheet.download.about')].filter(Boolean).map((text) => xml`<p>${text}</p>`),
      `<p>${linkTo(desk, t(locale, 'sheet.download.desk'))}</p>`,
      xml`<h2>${t(locale, 'sheet.download.works', { count: works.length })}</h2>`,
      listOf(works.map(({ code, title }) => `${xml`${code} · `}${linkTo(`${code}/${code}.html`, title)}`)),
      ...(incomplete.length > 0 ? [xml`<h2>${t(locale, 'sheet.download.leftOut')}</h2>`] : []),
      ...incomplete.map((work) => xml`<h3>${work.code}</h3>` + leftOutList(locale, work)),
    ].join('\n'),
  )
}
