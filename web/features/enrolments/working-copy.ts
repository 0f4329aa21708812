import type { Enrolment } from '@lectern/contract/enrolments/enrolments.ts'

/** Whether the form edits an amendment; the submitted version stays valid meanwhile. */
export const isAmending = ({ state, amendment }: Pick<Enrolment, 'state' | 'amendment'>): boolean =>
  state === 'submitted' && amendment !== null

/** Whether the team may edit it now. */
export const isWritten = (enrolment: Enrolment): boolean => {
  const { state, may } = enrolment
  return may.edit === null && (state === 'draft' || state === 'returned' || isAmending(enrolment))
}

/** What the form shows and saves: the draft, or the amendment. */
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
