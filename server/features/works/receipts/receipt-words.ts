import type { Locale } from '@lectern/contract/locales.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { t } from '../../../platform/messages.ts'
import { hashManifest, readManifest, type Manifest } from '../submission/manifest.ts'

/** The server's time of a submission, to the second, with its zone and distance from UTC. */
export const submissionTime = (
  locale: Locale,
  { submittedAt, timeZone }: Pick<Manifest, 'submittedAt' | 'timeZone'>,
): string => {
  const at = new Date(submittedAt)
  const offset = zoneName('en-US', timeZone, { style: 'longOffset', at })
  return t(locale, 'time.exact', {
    date: formatMoment(locale, at, 'day', timeZone),
    time: formatMoment(locale, at, 'timeToSecond', timeZone),
    zone: joinList(locale, [zoneName(locale, timeZone, { at }), offset.replace('GMT', 'UTC')]),
  })
}

/** What `changed` of a submission names, as people know it. */
export const changedLabels = (locale: Locale, changed: readonly string[], { parts }: Manifest): string[] =>
  changed.map((key) => {
    if (key === 'title') return t(locale, 'receipt.workTitle')
    if (key === 'summary' || key === 'names' || key === 'declarations') return t(locale, `receipt.${key}`)
    const part = parts.find(({ id }) => id === key)
    return part ? localize(part.label, locale).text : key
  })

interface LetterFacts {
  /** What differs from the submission before. */
  changed?: readonly string[]
  /** Files of which only a browser has computed the hash so far. */
  unconfirmed?: ReadonlySet<string>
}

/** The receipt in a letter: what was submitted, when, and what proves it. */
export const receiptText = (
  locale: Locale,
  manifest: string,
  { changed = [], unconfirmed = new Set() }: LetterFacts = {},
): string => {
  const read = readManifest(manifest)
  const line = (label: string, value: string): string => t(locale, 'receiptMail.line', { label, value })
  const head = [
    line(t(locale, 'receipt.enrolment'), read.enrolment),
    line(t(locale, 'receipt.version'), t(locale, 'receipt.submission', { number: read.number })),
    line(t(locale, 'receipt.at'), submissionTime(locale, read)),
    line(t(locale, 'receipt.activity'), localize(read.activity.name, locale).text),
    line(t(locale, 'receipt.team'), read.team),
    line(t(locale, 'receipt.workTitle'), read.title),
  ]
  if (read.number > 1) {
    const labels = changedLabels(locale, changed, read)
    const none = t(locale, 'receiptMail.unchanged')
    head.push(line(t(locale, 'receiptMail.changed'), labels.length > 0 ? joinList(locale, labels) : none))
  }
  const files = read.parts.flatMap(({ label, files: list }) =>
    list.map(({ id, name, size, sha256 }) =>
      [
        line(localize(label, locale).text, `${name} · ${t(locale, 'receipt.bytes', { bytes: size })}`),
        t(locale, 'receiptMail.sha256', { hash: sha256 }),
        ...(unconfirmed.has(id) ? [t(locale, 'receipt.hash.waiting')] : []),
      ].join('\n'),
    ),
  )
  const names = read.names.map(({ role, name }) => line(t(locale, `receipt.role.${role}`), name))
  const proof = [line(t(locale, 'receipt.hash'), hashManifest(manifest).toString('hex'))]
  return [head, files, names, proof]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}
