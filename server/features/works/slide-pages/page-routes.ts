import { readBlindPages, readFilePages } from '@lectern/contract/works/work-office.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import { forDuty } from '../../steps/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { openBlindPages, openOfficePages } from './pages.ts'

const type = 'application/pdf'

export const pageRoutes = ({ serveFile }: Http): void => {
  const rules = { policy: organisers('activity'), ...forDuty(activitiesOfWork), isStored: true } as const

  serveFile(readFilePages, rules, async ({ ctx, params }) => ({
    type,
    body: await openOfficePages(ctx, params.id, params.file),
  }))

  serveFile(readBlindPages, rules, async ({ ctx, params }) => ({
    type,
    body: await openBlindPages(ctx, { workId: params.id, id: params.file }),
  }))
}
