import * as contract from '@lectern/contract/review.ts'
import type { Http } from '../../platform/http/serve.ts'
import { experts } from '../../platform/policy.ts'
import { decideTie, readPanelDesk, signPanel } from './chair.ts'
import type { FileStreams } from './file-streams.ts'
import { openReviewFile } from './files.ts'
import { presentPanelDesk } from './present-panel.ts'
import { presentPractice } from './practice.ts'
import { presentCriteria, presentDeskRound, presentDeskWork, presentListed, presentSheet } from './present.ts'
import {
  answerInvitation,
  declineWork,
  finishPractice,
  flagWork,
  listDeskRounds,
  readDeskRound,
  readDeskWork,
  readPledge,
  requirePreparation,
  requireOwnWork,
  saveSheet,
  signPledge,
  submitSheet,
} from './service.ts'

const rules = { policy: experts }

/** Comment, remark and two hundred notes. */
const largestSheet = 512 * 1024

const preparationRoutes = ({ serve }: Http): void => {
  serve(contract.listDeskRounds, rules, async ({ ctx }) => ({
    list: (await listDeskRounds(ctx)).map((own) => presentDeskRound(ctx, own)),
  }))

  serve(contract.answerInvitation, rules, async ({ ctx, params, body }) =>
    presentDeskRound(ctx, await answerInvitation(ctx, params.round, body)),
  )

  serve(contract.readPledge, rules, ({ ctx, params }) => readPledge(ctx, params.round))

  serve(contract.signPledge, rules, async ({ ctx, params, body }) =>
    presentDeskRound(ctx, await signPledge(ctx, params.round, body.version)),
  )

  serve(contract.readPractice, rules, async ({ ctx, params }) =>
    presentPractice(ctx, await requirePreparation(ctx, params.round)),
  )

  serve(contract.finishPractice, rules, async ({ ctx, params }) =>
    presentDeskRound(ctx, await finishPractice(ctx, params.round)),
  )
}

const workRoutes = ({ serve }: Http): void => {
  serve(contract.readDeskRound, rules, async ({ ctx, params }) => {
    const { own, works } = await readDeskRound(ctx, params.round)
    return {
      round: presentDeskRound(ctx, own),
      step: own.round.rules.step,
      criteria: presentCriteria(ctx, own.round.rules),
      works: works.map((work) => presentListed(ctx, work)),
    }
  })

  serve(contract.readDeskWork, rules, async ({ ctx, params }) =>
    presentDeskWork(ctx, await readDeskWork(ctx, params.code)),
  )

  // Saved every few seconds, by experts who may share an address.
  serve(
    contract.saveSheet,
    {
      ...rules,
      limited: false,
      largestBody: largestSheet,
      checkFirst: ({ ctx, params }) => requireOwnWork(ctx, params.code),
    },
    async ({ ctx, params, body }) => presentSheet(await saveSheet(ctx, params.code, body)),
  )

  serve(contract.submitSheet, rules, async ({ ctx, params, body, idempotencyKey }) =>
    presentSheet(await submitSheet(ctx, params.code, body.version, idempotencyKey)),
  )

  serve(contract.declineWork, rules, async ({ ctx, params, body }) => ({
    next: (await declineWork(ctx, params.code, body)) ?? null,
  }))

  serve(contract.flagWork, rules, async ({ ctx, params, body, idempotencyKey }) => {
    await flagWork(ctx, params.code, body, idempotencyKey)
    return { ...body, isResolved: false }
  })
}

const chairRoutes = ({ serve }: Http): void => {
  serve(contract.readPanelDesk, rules, async ({ ctx, params }) =>
    presentPanelDesk(ctx, await readPanelDesk(ctx, params.round)),
  )

  serve(contract.decideTie, rules, async ({ ctx, params, body }) => {
    await decideTie(ctx, params.round, body)
    return {}
  })

  serve(contract.signPanel, rules, async ({ ctx, params }) => {
    await signPanel(ctx, params.round)
    return {}
  })
}

export const reviewRoutes = (http: Http, streams: FileStreams): void => {
  preparationRoutes(http)
  workRoutes(http)
  chairRoutes(http)
  // A film is read in many ranges: no rate limit by address.
  http.serveFile(contract.readReviewFile, { ...rules, isStored: true, limited: false }, ({ ctx, params }) =>
    openReviewFile(ctx, streams, params),
  )
}
