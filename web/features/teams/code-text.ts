/** A code in two groups of four, easier to read out. */
export const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')
