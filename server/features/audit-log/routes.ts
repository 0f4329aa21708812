import { listAudit as listAuditEndpoint } from '@lectern/contract/audit.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentAuditPage } from './present.ts'
import { listAudit } from './service.ts'

export const auditLogRoutes = ({ serve }: Http): void => {
  serve(listAuditEndpoint, { policy: organisers }, async ({ ctx, query }) =>
    presentAuditPage(ctx, await listAudit(ctx, query)),
  )
}
