import { listAudit as listAuditEndpoint } from '@lectern/contract/audit/audit.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { subjectKindsOf } from './names.ts'
import { presentAuditPage } from './present.ts'
import { listAudit } from './service.ts'

export const auditLogRoutes = ({ serve }: Http, features: readonly Feature[]): void => {
  const kinds = subjectKindsOf(features)

  serve(listAuditEndpoint, { policy: organisers('people', 'system') }, async ({ ctx, query }) =>
    presentAuditPage(ctx, await listAudit(ctx, kinds, query)),
  )
}
