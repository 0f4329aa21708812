import { institutionKinds, institutionStates } from '../institutions/institution-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How institutions and their officers are logged. */
export const institutionsAudit = {
  actions: [
    'institution.created',
    'institution.updated',
    'institution.moved',
    'institution.imported',
    'institution.merged',
    'institution.mergeUndone',
    'institution.spellingMatched',
    'officer.invited',
    'officer.requested',
    'officer.started',
    'officer.refused',
    'officer.ended',
  ],
  subjects: { institution: '/Admin/Institution?id={id}', institutions: '/Admin/Institution' },
  codes: {
    institutionKind: { label: 'office.institutions.kind.', values: institutionKinds },
    institutionState: { label: 'office.institutions.state.', values: institutionStates },
  },
  fields: {
    addedRows: 'plain',
    aliases: 'text',
    institutionId: { form: 'named', label: 'office.audit.subject.institution' },
    changedRows: 'plain',
    mergedInto: 'named',
    officersPerInstitution: 'plain',
    parent: 'named',
    peopleCount: 'plain',
    spelling: 'text',
    teamCount: 'plain',
  },
  bySubject: {
    institution: { kind: { form: 'institutionKind' }, state: { form: 'institutionState' } },
  },
} as const satisfies AuditVocabulary
