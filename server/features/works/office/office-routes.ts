import * as contract from '@lectern/contract/works/work-office.ts'
import type { WorkId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import type { Settings } from '../../../platform/settings.ts'
import type { SheetThreads } from '../../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import { forDuty } from '../../steps/service.ts'
import { activitiesOfWork, worksOfOthers } from '../affected-activities.ts'
import { decideWorks } from './decisions.ts'
import { exportName, exportWorks } from './export.ts'
import { bundleWorks, findWorkNeighbours, findWorkQueue, judgeLeaks, listWorks, requireWorkDossier } from './office.ts'
import { presentBlankedWord, presentOfficeLeak, presentPage, presentWorkDossier } from './office-present.ts'
import { blankedWordsOf } from '../blind/blanked-texts.ts'
import { blankWords, showWords } from '../blind/blanked-words.ts'
import { leaksOf } from '../blind/leak-queries.ts'
import { decideRedaction, presentRedaction, redactionsOf } from '../blind/redaction-proposals.ts'
import { requireWork } from '../work-view.ts'

const rules = { policy: organisers('activity') }
const ofWork = { ...rules, ...forDuty(activitiesOfWork) }

export const workOfficeRoutes = (
  { serve, serveFile }: Http,
  settings: Pick<Settings, 'site'>,
  threads: SheetThreads,
): void => {
  serve(contract.listWorks, rules, async ({ ctx, query }) => presentPage(ctx, await listWorks(ctx, query)))

  serve(contract.readWorkDossier, ofWork, async ({ ctx, params }) =>
    presentWorkDossier(ctx, await requireWorkDossier(ctx, params.id)),
  )

  serve(contract.readWorkNeighbours, rules, ({ ctx, params, query }) => findWorkNeighbours(ctx, params.id, query))

  serve(contract.readWorkQueue, rules, ({ ctx, query }) => findWorkQueue(ctx, query))

  serve(contract.decideWorks, rules, ({ ctx, body, idempotencyKey }) => decideWorks(ctx, body, idempotencyKey))

  const presentLeaks = async (ctx: SignedIn, id: WorkId): Promise<contract.OfficeLeak[]> => {
    const view = await requireWork(ctx, id)
    return (await leaksOf(ctx.db, id)).map((one) => presentOfficeLeak(ctx, view, one))
  }
  const presentBlanked = async (ctx: SignedIn, id: WorkId) => ({
    leaks: await presentLeaks(ctx, id),
    blankedWords: (await blankedWordsOf(ctx.db, id)).map(presentBlankedWord),
  })

  serve(contract.judgeLeaks, { ...rules, ...worksOfOthers }, async ({ ctx, params, body }) => {
    await judgeLeaks(ctx, params.id, body)
    return { leaks: await presentLeaks(ctx, params.id) }
  })

  serve(contract.blankWords, { ...rules, ...worksOfOthers }, async ({ ctx, params, body }) => {
    await blankWords(ctx, params.id, body.leaks)
    return presentBlanked(ctx, params.id)
  })

  serve(contract.showWords, { ...rules, ...worksOfOthers }, async ({ ctx, params, body }) => {
    await showWords(ctx, params.id, body.words)
    return presentBlanked(ctx, params.id)
  })

  serve(contract.decideRedaction, { ...rules, ...worksOfOthers }, async ({ ctx, params, body }) => {
    await decideRedaction(ctx, params, body.decision)
    return { redactions: (await redactionsOf(ctx.db, params.id)).map((row) => presentRedaction(ctx, row)) }
  })

  serve(contract.bundleWorks, rules, ({ ctx, body, idempotencyKey }) => bundleWorks(ctx, body, idempotencyKey))

  serveFile(contract.exportWorks, rules, async ({ ctx, query }) => ({
    type: sheetTypes[query.format],
    name: exportName(ctx, query.format, settings.site.timeZone),
    body: await exportWorks(ctx, query, threads),
  }))
}
