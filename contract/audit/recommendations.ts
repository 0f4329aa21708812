import { listStates, recommendedBys, recommendedThings, rowVerdicts } from '../recommendations/recommendation-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How recommendations are logged. */
export const recommendationsAudit = {
  actions: [
    'recommendation.rulesSaved',
    'recommendation.added',
    'recommendation.saved',
    'recommendation.summarised',
    'recommendation.handedIn',
    'recommendation.judged',
    'recommendation.decided',
    'recommendation.extended',
    'recommendation.extensionRevoked',
    'recommendation.dateSet',
    'recommendation.quotaGranted',
    'recommendation.teamsReminded',
    'recommendation.officersReminded',
    'recommendation.exported',
  ],
  // The variant of both is the activity.
  subjects: {
    recommendationRules: '/Admin/Recommendation?activity={variant}',
    recommendationList: '/Admin/Recommendation?activity={variant}',
  },
  codes: {
    recommendedThing: { label: 'office.recommendations.thing.', values: recommendedThings },
    recommendedBy: { label: 'office.recommendations.by.', values: recommendedBys },
    recommendationState: { label: 'office.recommendations.state.', values: listStates },
    rowVerdict: { label: 'office.recommendations.verdict.', values: rowVerdicts },
  },
  fields: {
    amount: 'plain',
    balance: 'plain',
    entries: 'named',
    entry: 'named',
    institutions: 'named',
    needsScan: 'plain',
    provincesWriteQuotas: 'plain',
    quotas: 'plain',
    recommendedBy: 'recommendedBy',
    thing: 'recommendedThing',
    verdict: 'rowVerdict',
    verdicts: 'plain',
  },
  bySubject: {
    recommendationRules: { institution: { form: 'named', label: 'office.audit.subject.institution' } },
    recommendationList: {
      institution: { form: 'named', label: 'office.audit.subject.institution' },
      state: { form: 'recommendationState' },
      summary: { form: 'text', label: 'office.audit.field.summaryNumber' },
    },
  },
} as const satisfies AuditVocabulary
