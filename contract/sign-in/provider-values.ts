/** A path of this site. Browsers drop tabs and line breaks, and treat backslashes as slashes. */
export const returnAddress = /^\/(?!\/)[^\\\p{Cc}]*$/u

/** Parameters with which a provider sends a browser back: enough for codes that contain whole tickets. */
export const answerLimits = { parameters: 20, name: 60, value: 8_000 } as const
