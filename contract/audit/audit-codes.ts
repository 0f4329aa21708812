import { vocabularies, type Vocabulary } from './vocabularies.ts'
import type { AuditVocabulary, KeyOf } from './vocabulary.ts'

export type AuditCodeList = KeyOf<Vocabulary['codes']>

/** Values of the audit log that are from a fixed list. */
export const auditCodes = Object.assign({}, ...vocabularies.map(({ codes }) => codes)) as Readonly<
  Record<AuditCodeList, AuditVocabulary['codes'][string]>
>
