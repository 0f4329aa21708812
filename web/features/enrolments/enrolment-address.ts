export type FormStep = 'fill' | 'check'

/** Path of the form or the receipt. Steps are hashes of one document, so that Back loads nothing. */
export const enrolmentPath = (activityId: string, enrolmentId: string, step: FormStep = 'fill'): string =>
  `/EnrollFor/${activityId}/Form?enrolment=${enrolmentId}${step === 'check' ? '#check' : ''}`

/** Path of the printable form with room for the school's seal. */
export const sealedFormPath = (activityId: string, enrolmentId: string): string =>
  `/EnrollFor/${activityId}/Print?enrolment=${enrolmentId}`

export const readStep = (hash: string): FormStep => (hash === '#check' ? 'check' : 'fill')
