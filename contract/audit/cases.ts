import { caseEffects, caseStates } from '../cases/case-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How objections and appeals are logged. */
export const casesAudit = {
  actions: [
    'case.received',
    'case.looked',
    'case.evidenceRead',
    'case.admitted',
    'case.refused',
    'case.investigating',
    'case.statementAsked',
    'case.statementGiven',
    'case.written',
    'case.noted',
    'case.ruled',
    'case.withdrawn',
    'case.appealed',
    'case.erased',
    'arbiter.appointed',
    'arbiter.ended',
  ],
  subjects: { case: '/Admin/Case/{id}' },
  codes: {
    caseState: { label: 'case.state.', values: caseStates },
    caseEffect: { label: 'case.effect.', values: caseEffects },
  },
  fields: {
    effect: { form: 'caseEffect', label: 'office.cases.rule.effect' },
    holidays: { form: 'text', label: 'office.cases.rules.holidays' },
    caseRetentionDays: { form: 'plain', label: 'office.cases.rules.retention' },
  },
  bySubject: {
    case: { state: { form: 'caseState' } },
  },
} as const satisfies AuditVocabulary
