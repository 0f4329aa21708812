/** The first page as a picture. */
export const picturePath = (id: string): string => `/api/certificates/${id}/picture`

/** The first certificate of an issue, before it is issued. */
export const issuePreviewPath = (id: string): string => `/api/certificate-issues/${id}/preview`

/** The address of a PDF, which the browser opens itself. */
export const pdfPath = (id: string): string => `/api/certificates/${id}/pdf`
