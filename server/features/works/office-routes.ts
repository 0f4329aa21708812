import * as contract from '@lectern/contract/work-office.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import { worksOfOthers } from './concerned.ts'
import { decideWorks } from './decisions.ts'
import { exportName, exportWorks } from './export.ts'
import { bundleWorks, findWorkNeighbours, judgeLeaks, listWorks, requireWorkDossier } from './office.ts'
import { presentOfficeLeak, presentPage, presentWorkDossier } from './office-present.ts'
import { requireWork } from './work-view.ts'

const rules = { policy: organisers }

export const workOfficeRoutes = (
  { serve, serveFile }: Http,
  settings: Pick<Settings, 'site'>,
  threads: SheetThreads,
): void => {
  serve(contract.listWorks, rules, async ({ ctx, query }) => presentPage(ctx, await listWorks(ctx, query)))

  serve(contract.readWorkDossier, rules, async ({ ctx, params }) =>
    presentWorkDossier(ctx, await requireWorkDossier(ctx, params.id)),
  )

  serve(contract.readWorkNeighbours, rules, ({ ctx, params, query }) => findWorkNeighbours(ctx, params.id, query))

  serve(contract.decideWorks, rules, ({ ctx, body, idempotencyKey }) => decideWorks(ctx, body, idempotencyKey))

  serve(contract.judgeLeaks, { ...rules, ...worksOfOthers }, async ({ ctx, params, body }) => {
    const leaks = await judgeLeaks(ctx, params.id, body)
    const view = await requireWork(ctx, params.id)
    return { leaks: leaks.map((one) => presentOfficeLeak(ctx, view, one)) }
  })

  serve(contract.bundleWorks, rules, ({ ctx, body, idempotencyKey }) => bundleWorks(ctx, body, idempotencyKey))

  serveFile(contract.exportWorks, rules, async ({ ctx, query }) => ({
    type: sheetTypes[query.format],
    name: exportName(ctx, query.format, settings.site.timeZone),
    body: await exportWorks(ctx, query, threads),
  }))
}
