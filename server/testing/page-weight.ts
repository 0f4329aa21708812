const kilobyte = 1024

/** The JavaScript, gzipped, that a public page may load. */
export const maxScriptBytes = 108 * kilobyte
