import * as contract from '@lectern/contract/review/review-board.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import { roundsOfOthers } from '../rounds/service.ts'
import { readBoard } from './board/board.ts'
import { exportSheets } from './sheets/export.ts'
import { listFlags, resolveFlag, type FlagRow } from './board/flags.ts'
import { readIntegrity } from './board/integrity.ts'
import { readPrint } from './sheets/print.ts'
import { remindReviewers } from './board/reminders.ts'
import { readSettlement } from './settlement/settlements.ts'
import { startSettling } from './settlement/settle-round.ts'
import { listSheets, reopenSheet } from './sheets/sheets.ts'

const rules = { policy: organisers('activity'), ...roundsOfOthers }

const presentFlag = ({ createdAt, resolvedAt, ...flag }: FlagRow): contract.OfficeFlag => ({
  ...flag,
  at: createdAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
})

export const scoringRoutes = ({ serve, serveFile }: Http, threads: SheetThreads): void => {
  serve(contract.readBoard, rules, ({ ctx, params }) => readBoard(ctx, params.id))

  serve(contract.remindReviewers, rules, ({ ctx, params, body, idempotencyKey }) =>
    remindReviewers(ctx, params.id, body, idempotencyKey),
  )

  serve(contract.listFlags, rules, async ({ ctx, params, query }) => {
    const { list, ...page } = await listFlags(ctx, params.id, query)
    return { ...page, list: list.map(presentFlag) }
  })

  serve(contract.resolveFlag, rules, async ({ ctx, params, body }) =>
    presentFlag(await resolveFlag(ctx, params.id, params.flag, body)),
  )

  serve(contract.listSheets, rules, ({ ctx, params }) => listSheets(ctx, params.id, params.entry))

  serve(contract.reopenSheet, rules, async ({ ctx, params, body }) => {
    await reopenSheet(ctx, params.id, params.assignment, body)
    return {}
  })

  serve(contract.readIntegrity, rules, ({ ctx, params }) => readIntegrity(ctx, params.id))

  serve(contract.settleRound, rules, async ({ ctx, params, body }) => ({
    task: await startSettling(ctx, params.id, body.version),
  }))

  serve(contract.readSettlement, rules, ({ ctx, params, query }) => readSettlement(ctx, params.id, query))

  serve(contract.readPrint, rules, ({ ctx, params, query }) => readPrint(ctx, params.id, query))

  serveFile(contract.exportSheets, rules, async ({ ctx, params, query }) => {
    const { name, body } = await exportSheets(ctx, params.id, query.format, threads)
    return { type: sheetTypes[query.format], name, body }
  })
}
