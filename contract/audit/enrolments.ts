import { enrolmentStates, personalColumns, sheetRows } from '../enrolments/enrolment-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How enrolments are logged. */
export const enrolmentsAudit = {
  actions: [
    'opening.wished',
    'opening.unwished',
    'enrolment.created',
    'enrolment.answered',
    'enrolment.submitted',
    'enrolment.amendmentStarted',
    'enrolment.amendmentDiscarded',
    'enrolment.withdrawn',
    'enrolment.revived',
    'enrolment.decided',
    'enrolment.takenBack',
    'waiting.joined',
    'waiting.left',
    'waiting.offered',
    'waiting.expired',
    'waiting.removed',
    'waiting.added',
    'enrolments.exported',
    'enrolments.filesExported',
    'extension.granted',
    'extension.revoked',
  ],
  subjects: { enrolment: '/Admin/Enrolment/{id}', enrolments: '/Admin/Enrolment' },
  codes: {
    enrolmentState: { label: 'office.enrolments.state.', values: enrolmentStates },
    sheetRows: { label: 'office.enrolments.export.rows.', values: sheetRows },
    personalColumns: { label: 'office.enrolments.export.personal.', values: personalColumns },
  },
  fields: {
    enrolment: { form: 'named', label: 'office.audit.subject.enrolment' },
    inGrace: 'plain',
    personal: 'personalColumns',
    resubmitBy: 'plain',
    rows: 'sheetRows',
  },
  bySubject: {
    enrolment: { state: { form: 'enrolmentState' } },
    enrolments: { state: { form: 'enrolmentState' } },
  },
} as const satisfies AuditVocabulary
