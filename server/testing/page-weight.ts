const kilobyte = 1024

/** The JavaScript, gzipped, that a public page may load. */
export const maxScriptBytes = 108 * kilobyte

/** The same of the sign-in page, which is a form. What talks to devices and providers is loaded when it is asked for. */
export const maxSignInScriptBytes = 123 * kilobyte
