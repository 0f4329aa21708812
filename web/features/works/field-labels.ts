import type { Work } from '@lectern/contract/works/works.ts'
import type { IntlShape } from '../../ui/intl.tsx'
import { shortLabel } from '../enrolments/answer-words.ts'
import { agreedField, nameField, namesConfirmedField, valueField } from './work-form-values.ts'

/** What the fields and parts of a work are called. */
export const fieldLabels = (intl: IntlShape, work: Work): Readonly<Record<string, string>> => ({
  title: intl.formatMessage({ id: 'work.title' }),
  summary: intl.formatMessage({ id: 'work.summary' }),
  [namesConfirmedField]: intl.formatMessage({ id: 'work.names' }),
  ...Object.fromEntries(
    work.parts.flatMap(({ id, label }) => [
      [id, label],
      [valueField(id), label],
    ]),
  ),
  ...Object.fromEntries(work.names.map(({ uid, name }) => [nameField(uid), name])),
  ...Object.fromEntries(work.declarations.map(({ id, text }) => [agreedField(id), text])),
})

interface Problem {
  field: string
  message: string
}

/** A problem with the name of its field, for a list of problems. */
export const namedProblem = (intl: IntlShape, work: Work, { field, message }: Problem): string => {
  const label = fieldLabels(intl, work)[field]
  if (label === undefined) return message
  return intl.formatMessage({ id: 'enrolment.problem' }, { label: shortLabel(label), message })
}
