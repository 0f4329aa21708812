import type * as audit from '@lectern/contract/audit.ts'
import type * as officeShell from '@lectern/contract/office-shell.ts'
import type * as outbox from '@lectern/contract/outbox.ts'
import type * as revisions from '@lectern/contract/revisions.ts'
import { endpoint } from '../../request/client.ts'

export const listAudit = endpoint<typeof audit.listAudit>('GET', '/api/audit')
export const listOutbox = endpoint<typeof outbox.listOutbox>('GET', '/api/outbox')
export const sendAgain = endpoint<typeof outbox.sendAgain>('POST', '/api/outbox/:id/again')
export const listRevisions = endpoint<typeof revisions.listRevisions>('GET', '/api/revisions/:kind/:id')
export const readRevision = endpoint<typeof revisions.readRevision>('GET', '/api/revisions/:kind/:id/:number')
export const readOfficeCounts = endpoint<typeof officeShell.readOfficeCounts>('GET', '/api/office/counts')
export const findInOffice = endpoint<typeof officeShell.findInOffice>('GET', '/api/office/search')
export const readFirstSteps = endpoint<typeof officeShell.readFirstSteps>('GET', '/api/office/first-steps')
