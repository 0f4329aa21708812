import { readDocument } from '@lectern/contract/documents/documents.ts'
import type { AgreementName } from '@lectern/contract/accounts/account-values.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { LoaderInput } from '../../router/route.ts'
import { readVersion } from './document-address.ts'

export type DocumentText = AnswerOf<typeof readDocument>

/** Loads the version in the address, or the current one. */
export const loadDocument = (name: AgreementName, { query, client }: LoaderInput): Promise<DocumentText> => {
  const version = readVersion(query)
  return client(readDocument, { params: { name }, query: version ? { version } : {} }, { skipErrorHandler: true })
}

export const isInForce = ({ version, versions }: DocumentText): boolean => version === versions[0]?.version
