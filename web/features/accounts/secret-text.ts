/** A secret in groups of four letters, easier to type. */
export const inFours = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')
