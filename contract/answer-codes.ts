/** Codes that the browser handles itself. A separate file, so that the browser does not load schemas with them. */
export const success = 200
export const noSession = 4002
