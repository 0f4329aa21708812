/** The first page as a picture. */
export const picturePath = (id: string): string => `/api/certificates/${id}/picture`

/** The address of a PDF, which the browser opens itself. */
export const pdfPath = (id: string): string => `/api/certificates/${id}/pdf`
