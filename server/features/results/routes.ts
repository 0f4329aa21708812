import * as differences from '@lectern/contract/results/result-differences.ts'
import * as contract from '@lectern/contract/results/results.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, organisersAndPrograms } from '../../platform/policy.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import { decisionsOfOthers, listsOfOthers, listsOfOthersOrAnnounced, resultsOfOthers } from './affected-activities.ts'
import { simulatePrizes, startComputing } from './lists/computation.ts'
import { adjustPrize, decideTie, undoDecision } from './decisions/decisions.ts'
import { exportList } from './office/export.ts'
import {
  presentActivities,
  presentActivityResults,
  presentDifference,
  presentList,
  presentRankings,
  presentRows,
  presentSimulation,
} from './present.ts'
import { listResultRows, readDifference, readRankings } from './lists/rows.ts'
import { listResultActivities, readActivityResults, savePrizeRules } from './office/rules.ts'
import { requireList, stepList } from './steps.ts'

const rules = { policy: organisers('activity') }
const ofActivity = { ...rules, ...resultsOfOthers }
const ofList = { ...rules, ...listsOfOthers }
/** Prizes have labels in five languages. */
const largestBody = 128 * 1024

export const resultRoutes = ({ serve, serveFile }: Http, threads: SheetThreads): void => {
  serve(contract.listResultActivities, rules, async ({ ctx, query }) =>
    presentActivities(ctx, await listResultActivities(ctx, query)),
  )

  serve(contract.readActivityResults, ofActivity, async ({ ctx, params }) =>
    presentActivityResults(ctx, await readActivityResults(ctx, params.id)),
  )

  serve(contract.savePrizeRules, { ...ofActivity, largestBody }, async ({ ctx, params, body }) => {
    await savePrizeRules(ctx, params.id, body)
    return presentActivityResults(ctx, await readActivityResults(ctx, params.id))
  })

  serve(contract.simulatePrizes, { ...ofActivity, largestBody }, async ({ ctx, params, body }) =>
    presentSimulation(ctx, await simulatePrizes(ctx, params.id, body.rules)),
  )

  serve(contract.computeList, ofActivity, async ({ ctx, params, body, idempotencyKey }) => ({
    task: await startComputing(ctx, params.id, body, idempotencyKey),
  }))

  serve(contract.readList, ofList, async ({ ctx, params }) => presentList(ctx, await requireList(ctx, params.id)))

  serve(
    contract.listResultRows,
    { policy: organisersAndPrograms('results', 'activity'), ...listsOfOthersOrAnnounced },
    async ({ ctx, params, query }) => presentRows(ctx, await listResultRows(ctx, params.id, query)),
  )

  serve(contract.readRankings, ofList, async ({ ctx, params, query }) =>
    presentRankings(ctx, await readRankings(ctx, params.id, query)),
  )

  serve(differences.readDifference, ofList, async ({ ctx, params, query }) =>
    presentDifference(ctx, await readDifference(ctx, params.id, query)),
  )

  serve(contract.decideTie, { ...ofList, largestBody: 64 * 1024 }, async ({ ctx, params, body, idempotencyKey }) => ({
    task: await decideTie(ctx, params.id, body, idempotencyKey),
  }))

  serve(contract.adjustPrize, ofList, async ({ ctx, params, body, idempotencyKey }) => ({
    task: await adjustPrize(ctx, params.id, body, idempotencyKey),
  }))

  serve(contract.undoDecision, { ...rules, ...decisionsOfOthers }, async ({ ctx, params }) => ({
    task: await undoDecision(ctx, params.id),
  }))

  serveFile(contract.exportList, ofList, async ({ ctx, params, query }) => {
    const { name, body } = await exportList(ctx, params.id, query.format, threads)
    return { type: sheetTypes[query.format], name, body }
  })

  serve(contract.stepList, ofList, async ({ ctx, params, body }) =>
    presentList(ctx, await stepList(ctx, params.id, body)),
  )
}
