/** A code as people read it out: four and four. */
export const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')
