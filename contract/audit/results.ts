import { borderTies, listStates, publicColumns, quotaRoundings, resultDecisionKinds } from '../results/result-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How results are logged. */
export const resultsAudit = {
  actions: [
    'prizes.saved',
    'result.decided',
    'result.decisionUndone',
    'list.computed',
    'list.proposed',
    'list.confirmed',
    'list.publicised',
    'list.finalised',
    'list.scheduled',
    'list.unscheduled',
    'list.announced',
    'list.discarded',
    'list.exported',
  ],
  subjects: {
    prizes: '/Admin/Result/{id}?tab=rules',
    // Its variant is the activity.
    resultList: '/Admin/Result/{variant}?list={id}',
  },
  codes: {
    listState: { label: 'office.results.state.', values: listStates },
    borderTies: { label: 'office.results.ties.', values: borderTies },
    quotaRounding: { label: 'office.results.rounding.', values: quotaRoundings },
    quotaKind: { label: 'office.results.quota.', values: ['count', 'percent'] },
    publicColumn: { label: 'office.results.column.', values: publicColumns },
    resultDecision: { label: 'office.results.decision.', values: resultDecisionKinds },
  },
  fields: {
    appealDays: 'plain',
    at: { form: 'plain', label: 'office.audit.field.announcedAt' },
    decision: 'resultDecision',
    feedback: 'plain',
    maxPerInstitution: 'plain',
    minScore: 'plain',
    perMille: 'plain',
    prize: 'text',
    prizes: 'plain',
    publicColumns: 'publicColumn',
    publicityDays: 'plain',
    quota: 'plain',
    round: 'named',
    rounding: 'quotaRounding',
    rounds: 'plain',
    tiers: 'plain',
    works: 'named',
  },
  bySubject: {
    prizes: { kind: { form: 'quotaKind' }, ties: { form: 'borderTies' } },
    resultList: { state: { form: 'listState' } },
  },
} as const satisfies AuditVocabulary
