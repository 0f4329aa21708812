/** A secret as people type it from a screen: four letters at a time. */
export const inFours = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')
