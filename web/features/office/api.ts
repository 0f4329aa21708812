import type { listAudit } from '@lectern/contract/audit.ts'
import type { listOutbox, sendAgain as sendAgainEndpoint } from '@lectern/contract/outbox.ts'
import { reach } from '../../request/client.ts'

export const auditList = reach<typeof listAudit>('GET', '/api/audit')
export const outboxList = reach<typeof listOutbox>('GET', '/api/outbox')
export const sendAgain = reach<typeof sendAgainEndpoint>('POST', '/api/outbox/:id/again')
