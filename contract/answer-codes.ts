/** Codes that the browser tells apart by itself. They stand alone, so that no schema is downloaded with them. */
export const success = 200
export const noSession = 4002
