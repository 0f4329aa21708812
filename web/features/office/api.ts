import type { listAudit } from '@lectern/contract/audit.ts'
import type { findInOffice, readFirstSteps, readOfficeCounts } from '@lectern/contract/office-shell.ts'
import type { listOutbox, sendAgain as sendAgainEndpoint } from '@lectern/contract/outbox.ts'
import type { listRevisions, readRevision } from '@lectern/contract/revisions.ts'
import { reach } from '../../request/client.ts'

export const auditList = reach<typeof listAudit>('GET', '/api/audit')
export const outboxList = reach<typeof listOutbox>('GET', '/api/outbox')
export const sendAgain = reach<typeof sendAgainEndpoint>('POST', '/api/outbox/:id/again')
export const revisionList = reach<typeof listRevisions>('GET', '/api/revisions/:kind/:id')
export const revisionContent = reach<typeof readRevision>('GET', '/api/revisions/:kind/:id/:number')
export const officeCounts = reach<typeof readOfficeCounts>('GET', '/api/office/counts')
export const officeSearch = reach<typeof findInOffice>('GET', '/api/office/search')
export const firstStepsOf = reach<typeof readFirstSteps>('GET', '/api/office/first-steps')
