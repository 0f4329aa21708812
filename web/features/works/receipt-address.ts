/** The page with the receipt of a submission. */
export const receiptPath = (workId: string, number: number): string =>
  `/account/Work/Receipt?id=${workId}&number=${number}`

const submissionAddress = (workId: string, number: number): string => `/api/works/${workId}/submissions/${number}`

export const receiptPdfAddress = (workId: string, number: number): string =>
  `${submissionAddress(workId, number)}/receipt.pdf`

export const manifestAddress = (workId: string, number: number): string =>
  `${submissionAddress(workId, number)}/manifest.json`
