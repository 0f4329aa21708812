import * as contract from '@lectern/contract/rounds/reviewers.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import { sheetUploads } from '../../../platform/sheets/read-sheet.ts'
import { sheetTypes } from '../../../platform/sheets/write-sheet.ts'
import { roundsOfOthers } from '../affected-activities.ts'
import { addConflict, findConflicts, liftConflict, listConflicts } from '../assignments/conflicts.ts'
import { listPanels, savePanels } from './panels.ts'
import { importReviewers, reviewerTemplate } from './reviewer-import.ts'
import {
  presentCandidates,
  presentConflict,
  presentConflicts,
  presentPanels,
  presentReviewer,
  presentReviewers,
} from './reviewer-present.ts'
import { inviteAgain, inviteReviewers, listCandidates, listReviewers, saveReviewer } from './reviewers.ts'
import { requireRound } from '../setup/rounds.ts'

const rules = { policy: organisers('activity'), ...roundsOfOthers }

const largestSheet = 2 * 1024 * 1024

export const reviewerRoutes = ({ serve, serveFile, serveUpload }: Http): void => {
  serve(contract.listReviewers, rules, async ({ ctx, params, query }) =>
    presentReviewers(ctx, await listReviewers(ctx, params.id, query)),
  )

  serve(contract.listCandidates, rules, async ({ ctx, params, query }) =>
    presentCandidates(ctx, await listCandidates(ctx, params.id, query)),
  )

  serve(contract.inviteReviewers, { ...rules, largestBody: 64 * 1024 }, async ({ ctx, params, body, idempotencyKey }) =>
    inviteReviewers(ctx, params.id, body, idempotencyKey),
  )

  serveUpload(
    contract.importReviewers,
    { ...rules, types: sheetUploads, maxBytes: largestSheet },
    ({ ctx, params, query, file }) => importReviewers(ctx, params.id, file, query.dryRun === 'true'),
  )

  serveFile(contract.readReviewerTemplate, rules, async ({ ctx, params }) => {
    await requireRound(ctx, params.id)
    return { type: sheetTypes.xlsx, ...(await reviewerTemplate(ctx)) }
  })

  serve(contract.saveReviewer, rules, async ({ ctx, params, body }) => {
    const { reviewer, ...effects } = await saveReviewer(ctx, params.id, params.reviewer, body)
    return { reviewer: presentReviewer(ctx, reviewer), ...effects }
  })

  serve(contract.inviteAgain, rules, async ({ ctx, params }) =>
    presentReviewer(ctx, await inviteAgain(ctx, params.id, params.reviewer)),
  )

  serve(contract.listPanels, rules, async ({ ctx, params }) => presentPanels(await listPanels(ctx, params.id)))

  serve(contract.savePanels, rules, async ({ ctx, params, body }) =>
    presentPanels(await savePanels(ctx, params.id, body)),
  )

  serve(contract.listConflicts, rules, async ({ ctx, params, query }) =>
    presentConflicts(ctx, await listConflicts(ctx, params.id, query)),
  )

  serve(contract.findConflicts, rules, ({ ctx, params }) => findConflicts(ctx, params.id))

  serve(contract.addConflict, rules, async ({ ctx, params, body }) =>
    presentConflict(ctx, await addConflict(ctx, params.id, body)),
  )

  serve(contract.liftConflict, rules, async ({ ctx, params, body }) =>
    presentConflict(ctx, await liftConflict(ctx, params.id, params.conflict, body)),
  )
}
