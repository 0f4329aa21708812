import { readBlindCopy } from '@lectern/contract/works/work-office.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import { forDuty } from '../../steps/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { openBlindCopy } from './blind-copies.ts'

export const blindRoutes = ({ serveFile }: Http): void => {
  serveFile(
    readBlindCopy,
    { policy: organisers('activity'), ...forDuty(activitiesOfWork), isStored: true },
    async ({ ctx, params }) => {
      const { type, name, size, tag, open } = await openBlindCopy(ctx, { workId: params.id, id: params.file })
      return { type, name, body: { size, tag, open } }
    },
  )
}
