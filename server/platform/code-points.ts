/** `U+20BB7`, for characters that cannot be shown. */
export const codePointOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
