/** The steps of the editor: marks of one document. */
export type WorkStep = 'prepare' | 'check'

export const readWorkStep = (hash: string): WorkStep => (hash === '#check' ? 'check' : 'prepare')

export const workPath = (id: string, step: WorkStep = 'prepare'): string =>
  `/account/Work/Edit?id=${id}${step === 'check' ? '#check' : ''}`

export const receiptPath = (id: string, number: number): string => `/account/Work/Receipt?id=${id}&number=${number}`

const submissionAddress = (id: string, number: number): string => `/api/works/${id}/submissions/${number}`

export const receiptPdfAddress = (id: string, number: number): string => `${submissionAddress(id, number)}/receipt.pdf`

export const manifestAddress = (id: string, number: number): string => `${submissionAddress(id, number)}/manifest.json`
