import { readFileCover, readWorkCover } from '@lectern/contract/works/work-office.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import { forDuty } from '../../steps/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { openOfficeCover } from './covers.ts'

export const coverRoutes = ({ serveFile }: Http): void => {
  // A list shows many pictures at once: no rate limit by address.
  const rules = {
    policy: organisers('activity'),
    ...forDuty(activitiesOfWork),
    isStored: true,
    limited: false,
  } as const

  serveFile(readWorkCover, rules, async ({ ctx, params }) => {
    const { type, ...body } = await openOfficeCover(ctx, params.id)
    return { type, body }
  })

  serveFile(readFileCover, rules, async ({ ctx, params }) => {
    const { type, ...body } = await openOfficeCover(ctx, params.id, params.file)
    return { type, body }
  })
}
