import { answerText, readAnswer } from '@lectern/contract/enrolments/answer-text.ts'
import type { FileFacts } from '@lectern/contract/files/files.ts'
import type { Answers, AnswerValue, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { askedFields, showField } from '@lectern/contract/enrolments/form-values.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { t } from '../../../platform/messages.ts'
import { momentText } from '../../../platform/moments.ts'
import type { EnrolmentView } from '../policy.ts'
import type { TeamSnapshot } from '../tables.ts'

interface Sent {
  view: EnrolmentView
  number: string
  at: Date
  snapshot: TeamSnapshot
  files: readonly FileFacts[]
  answers: Answers
  /** How many times it has been submitted. */
  submission: number
  /** The questions whose answers differ from the last submission; undefined where that is not known. */
  changed: readonly string[] | undefined
}

/** A letter does not repeat whole essays; the site has them. */
const maxLetters = 400

const shorten = (text: string): string => (text.length > maxLetters ? `${text.slice(0, maxLetters).trimEnd()}…` : text)

/** Personal answers are not mailed: letters are stored in many places. */
const answerLine = (field: FormField, value: AnswerValue | undefined, locale: Locale, files: Sent['files']): string => {
  const agreed = t(locale, 'enrolment.agreed')
  const answer = readAnswer(showField(field, locale), value)
  const text = answerText(answer, { locale, agreed, fileName: (id) => files.find((file) => file.id === id)?.name })
  if (text === '') return t(locale, 'notice.receipt.none')
  return field.personal ? t(locale, 'notice.receipt.personal') : shorten(text)
}

const writeReceipt = (sent: Sent, locale: Locale): string => {
  const { view, number, at, snapshot, files, answers: sentAnswers, submission, changed } = sent
  const { activity } = view.team
  const line = (label: string, value: string): string => t(locale, 'notice.receipt.line', { label, value })
  const head = [
    line(t(locale, 'notice.receipt.number'), number),
    line(t(locale, 'notice.receipt.at'), momentText(at, locale, activity.edition.timeZone)),
    line(t(locale, 'notice.receipt.activity'), localize(activity.name, locale).text),
    line(t(locale, 'notice.receipt.team'), snapshot.name),
  ]
  if (submission > 1) {
    const version = t(locale, 'notice.receipt.version', { submission: String(submission) })
    head.splice(1, 0, line(t(locale, 'notice.receipt.submission'), version))
  }
  if (changed) {
    const labels = activity.fields
      .filter(({ id }) => changed.includes(id))
      .map(({ label }) => localize(label, locale).text)
    const none = t(locale, 'notice.receipt.unchanged')
    head.push(line(t(locale, 'notice.receipt.changed'), labels.length > 0 ? joinList(locale, labels) : none))
  }
  const people = snapshot.members.map(({ role, name, school }) =>
    line(t(locale, `notice.receipt.role.${role}`), [name, school ?? ''].filter(Boolean).join(' · ')),
  )
  // A label that is a sentence ends where its answer begins.
  const labelOf = (field: FormField): string => localize(field.label, locale).text.replace(/[。.]$/, '')
  const answers = askedFields(activity.fields, sentAnswers).map((field) =>
    line(labelOf(field), answerLine(field, sentAnswers[field.id], locale, files)),
  )
  return [head, people, answers]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

/**
 * The receipt in a letter: number, time with time zone, the team as submitted, every answer. Rendered once per
 * language, however many people receive it.
 */
export const receiptWriter = (sent: Sent): ((locale: Locale) => string) => {
  const textsByLocale = new Map<Locale, string>()
  return (locale) => {
    const text = textsByLocale.get(locale) ?? writeReceipt(sent, locale)
    textsByLocale.set(locale, text)
    return text
  }
}
