import type { listAudit } from '@lectern/contract/audit.ts'
import type { findInOffice, readFirstSteps, readOfficeCounts } from '@lectern/contract/office-shell.ts'
import type { listOutbox, sendAgain as sendAgainEndpoint } from '@lectern/contract/outbox.ts'
import type { listRevisions, readRevision } from '@lectern/contract/revisions.ts'
import { endpoint } from '../../request/client.ts'

export const auditList = endpoint<typeof listAudit>('GET', '/api/audit')
export const outboxList = endpoint<typeof listOutbox>('GET', '/api/outbox')
export const sendAgain = endpoint<typeof sendAgainEndpoint>('POST', '/api/outbox/:id/again')
export const revisionList = endpoint<typeof listRevisions>('GET', '/api/revisions/:kind/:id')
export const revisionContent = endpoint<typeof readRevision>('GET', '/api/revisions/:kind/:id/:number')
export const officeCounts = endpoint<typeof readOfficeCounts>('GET', '/api/office/counts')
export const officeSearch = endpoint<typeof findInOffice>('GET', '/api/office/search')
export const firstStepsOf = endpoint<typeof readFirstSteps>('GET', '/api/office/first-steps')
