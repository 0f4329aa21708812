import type { InstitutionKind } from '@lectern/contract/institutions/institution-values.ts'

/** Codes of schools in China have ten digits and begin with 41; others have letters, too. */
export const isCodeFormed = (kind: InstitutionKind, code: string): boolean =>
  kind === 'school' && /^\d+$/.test(code) ? /^41\d{8}$/.test(code) : /^[0-9A-Z-]{2,20}$/.test(code)
