import type { AccountId } from '@lectern/contract/ids.ts'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { Work } from '@lectern/contract/works/works.ts'

// What is typed into a work, as the draft of a form holds it: one value per field, so that two people who write at the same time are merged field
// by field.

export const valueField = (part: string): string => `value.${part}`
export const nameField = (uid: string): string => `name.${uid}`
export const agreedField = (declaration: string): string => `declaration.${declaration}`
export const namesConfirmedField = 'names'

/** Where a problem of the server belongs in the form: problems of files stay with their part. */
export const fieldOfProblem = (work: Pick<Work, 'parts'>, at: string): string =>
  work.parts.some(({ id, kind }) => id === at && (kind === 'text' || kind === 'link')) ? valueField(at) : at

export const workFormValues = (work: Work): Answers => ({
  title: work.title,
  summary: work.summary,
  ...Object.fromEntries(
    work.parts
      .filter(({ kind }) => kind === 'text' || kind === 'link')
      .map(({ id }) => [valueField(id), work.values[id] ?? '']),
  ),
  ...Object.fromEntries(work.names.map(({ uid, name }) => [nameField(uid), name])),
  ...Object.fromEntries(work.declarations.map(({ id, isAgreed }) => [agreedField(id), isAgreed])),
  [namesConfirmedField]: work.areNamesConfirmed,
})

const textIn = (typed: Answers, field: string): string => {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}

/** What is sent. Names go along once somebody has confirmed them; a name that is empty is not confirmed. */
export const workBody = (work: Pick<Work, 'parts' | 'names' | 'declarations'>, typed: Answers) => {
  const names = work.names.map(({ uid }) => ({
    uid: uid satisfies AccountId,
    name: textIn(typed, nameField(uid)).trim(),
  }))
  const areConfirmed = typed[namesConfirmedField] === true && names.every(({ name }) => name !== '')
  return {
    title: textIn(typed, 'title'),
    summary: textIn(typed, 'summary'),
    values: Object.fromEntries(
      work.parts
        .filter(({ kind }) => kind === 'text' || kind === 'link')
        .map(({ id }) => [id, textIn(typed, valueField(id))]),
    ),
    ...(areConfirmed && { names }),
    agreed: work.declarations.map(({ id }) => id).filter((id) => typed[agreedField(id)] === true),
  }
}
