import { tokenScopes } from '../access-tokens/access-token-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How tokens of programs are logged. */
export const accessTokensAudit = {
  actions: ['accessToken.created', 'accessToken.ended'],
  subjects: { accessToken: '/Admin/AccessToken' },
  codes: { tokenScope: { label: 'office.accessTokens.scope.', values: tokenScopes } },
  fields: { scopes: { form: 'tokenScope', label: 'office.accessTokens.scopes' } },
  bySubject: {},
} as const satisfies AuditVocabulary
