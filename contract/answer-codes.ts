/** Codes that the browser handles itself. In a separate file, so that no schema is downloaded with them. */
export const success = 200
export const noSession = 4002
