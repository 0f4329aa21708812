import type { AgreementName } from '@lectern/contract/accounts/account-values.ts'

const paths: Record<AgreementName, string> = { privacy: '/Privacy', terms: '/Terms' }

/** The version in the address; invalid values are ignored. */
export const readVersion = (query: URLSearchParams): string | undefined => {
  const version = query.get('version') ?? ''
  return /^[1-9]\d{0,5}$/.test(version) ? version : undefined
}

/** The path of a document; without a version, of the current one. */
export const documentPath = (name: AgreementName, version?: number): string =>
  version === undefined ? paths[name] : `${paths[name]}?version=${version}`
