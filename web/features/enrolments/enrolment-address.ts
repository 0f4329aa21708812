export type FormStep = 'fill' | 'check'

/** The form and the receipt of an enrolment; steps are marks in one document, so that going back loads nothing. */
export const enrolmentPath = (activityId: string, enrolmentId: string, step: FormStep = 'fill'): string =>
  `/EnrollFor/${activityId}/Form?enrolment=${enrolmentId}${step === 'check' ? '#check' : ''}`

/** The filled-in form on paper, with room for the school's seal. */
export const sealedFormPath = (activityId: string, enrolmentId: string): string =>
  `/EnrollFor/${activityId}/Print?enrolment=${enrolmentId}`

export const readStep = (hash: string): FormStep => (hash === '#check' ? 'check' : 'fill')
