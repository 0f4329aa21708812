import type { Feature } from '../../platform/feature.ts'
import { createAuditChain } from './chain.ts'
import { auditData } from './personal-data.ts'
import { eraseFromAudit } from './service.ts'

export const auditFeature: Feature = {
  name: 'audit',
  start: ({ db }) => ({
    jobs: [{ name: 'audit chain', everyMilliseconds: 10_000, run: createAuditChain({ db }).run }],
  }),
  demo: {
    // The log itself is never rewritten; only the personal data of these people is erased.
    clear: async (ctx, people) => {
      for (const id of people) await eraseFromAudit(ctx, id)
    },
  },
  personalData: auditData,
}
