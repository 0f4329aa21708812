import type { Enrolment } from '@lectern/contract/enrolments.ts'

/** Changes are written beside what was submitted, which stands meanwhile. */
export const isAmending = ({ state, amendment }: Pick<Enrolment, 'state' | 'amendment'>): boolean =>
  state === 'submitted' && amendment !== null

/** Somebody of the team may write in it now. */
export const isWritten = (enrolment: Enrolment): boolean => {
  const { state, may } = enrolment
  return may.edit === null && (state === 'draft' || state === 'returned' || isAmending(enrolment))
}

/** What the form shows and saves: the draft itself, or the changes since the submission. */
export const workingCopy = (enrolment: Enrolment) => {
  const { version, amendment, may } = enrolment
  const { answers, problems, files } = amendment ?? enrolment
  return {
    version: amendment && isAmending(enrolment) ? amendment.version : version,
    answers,
    problems,
    files,
    refusal: may.edit,
  }
}
