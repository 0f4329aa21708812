import type { ActivityId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/enrolments/enrolment-office.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import type { Settings } from '../../../platform/settings.ts'
import { forDuty, ownActivities } from '../../steps/service.ts'
import { exportAnswerFiles } from '../answers/answer-files.ts'
import { activitiesOfEnrolment, enrolmentsOfOthers } from '../affected-activities.ts'
import { exportEnrolments, exportName } from './export.ts'
import { presentChoices, presentDossier, presentPage, presentWaitingList } from './office-present.ts'
import { listWaiting, putOnWaitingList, removeFromWaitingList } from '../waiting/waiting-list.ts'
import { findEnrolmentQueue, findNeighbours, listChoices, listEnrolments, requireDossier } from './office.ts'

const rules = { policy: organisers('activity') }
const others = { ...rules, ...enrolmentsOfOthers }
const ofActivity = { ...rules, ...forDuty(({ id }: { id: ActivityId }) => sql`select ${id}::uuid`) }

export const enrolmentOfficeRoutes = (
  { serve, serveFile }: Http,
  settings: Pick<Settings, 'site'>,
  threads: SheetThreads,
): void => {
  serve(contract.listEnrolments, rules, async ({ ctx, query }) => presentPage(ctx, await listEnrolments(ctx, query)))

  serve(contract.listEnrolmentChoices, { policy: organisers('activity', 'people') }, async ({ ctx, query }) =>
    presentChoices(ctx, await listChoices(ctx, query.edition)),
  )

  serve(contract.readDossier, { ...rules, ...forDuty(activitiesOfEnrolment) }, async ({ ctx, params }) =>
    presentDossier(ctx, await requireDossier(ctx, params.id)),
  )

  serve(contract.readNeighbours, rules, ({ ctx, params, query }) => findNeighbours(ctx, params.id, query))

  serve(contract.readEnrolmentQueue, rules, ({ ctx, query }) => findEnrolmentQueue(ctx, query))

  serve(contract.listWaiting, ofActivity, async ({ ctx, params }) =>
    presentWaitingList(await ownActivities(ctx), await listWaiting(ctx, params.id)),
  )

  serve(contract.putOnWaitingList, others, async ({ ctx, params, body }) => {
    await putOnWaitingList(ctx, params.id, body.reason)
    return {}
  })

  serve(contract.removeFromWaitingList, others, async ({ ctx, params, body }) => {
    await removeFromWaitingList(ctx, params.id, body.reason)
    return {}
  })

  serveFile(contract.exportAnswerFiles, ofActivity, async ({ ctx, params }) => ({
    type: 'application/zip',
    ...(await exportAnswerFiles(ctx, params.id)),
  }))

  serveFile(contract.exportEnrolments, rules, async ({ ctx, query }) => ({
    type: sheetTypes[query.format],
    name: exportName(ctx, query, settings.site.timeZone),
    body: await exportEnrolments(ctx, query, threads),
  }))
}
