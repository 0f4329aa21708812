import * as panels from '@lectern/contract/review/panel-desk.ts'
import * as contract from '@lectern/contract/review/review.ts'
import type { Http } from '../../platform/http/serve.ts'
import { experts } from '../../platform/policy.ts'
import { roundCalendar } from './calendar.ts'
import { downloadWorks } from './downloads/download.ts'
import { decidePanelTie, readPanelDesk, signPanel } from './panels/chair.ts'
import type { FileStreams } from './files/file-streams.ts'
import { openReviewCover, openReviewFile, openReviewPages } from './files/files.ts'
import { paceOf, secondsToPlay } from './pace.ts'
import { presentPanelDesk } from './panels/panel-present.ts'
import { presentPractice } from './practice/practice.ts'
import { presentCriteria, presentDeskRound, presentDeskWork, presentListed, presentSheet } from './present.ts'
import {
  answerRoundInvitation,
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

  serve(contract.answerRoundInvitation, rules, async ({ ctx, params, body }) =>
    presentDeskRound(ctx, await answerRoundInvitation(ctx, params.round, body)),
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
      works: works.map((work) => presentListed(ctx, own.round.rules, work)),
      secondsToPlay: secondsToPlay(works),
      pace: paceOf(
        works.map(({ sheet }) => sheet),
        own.round.closesAt,
        ctx.now,
      ),
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
  serve(panels.readPanelDesk, rules, async ({ ctx, params }) =>
    presentPanelDesk(ctx, await readPanelDesk(ctx, params.round)),
  )

  serve(panels.decidePanelTie, rules, async ({ ctx, params, body }) => {
    await decidePanelTie(ctx, params.round, body)
    return {}
  })

  serve(panels.signPanel, rules, async ({ ctx, params }) => {
    await signPanel(ctx, params.round)
    return {}
  })
}

export const reviewRoutes = (http: Http, streams: FileStreams): void => {
  preparationRoutes(http)
  workRoutes(http)
  chairRoutes(http)
  http.serveFile(contract.readRoundCalendar, rules, async ({ ctx, params }) => {
    const { name, content } = await roundCalendar(ctx, params.round)
    return { type: 'text/calendar; charset=utf-8', name, body: Buffer.from(content) }
  })
  http.serveFile(contract.downloadWorks, rules, ({ ctx, params }) => downloadWorks(ctx, streams, params.round))
  // A film is read in many ranges: no rate limit by address.
  http.serveFile(contract.readReviewFile, { ...rules, isStored: true, limited: false }, ({ ctx, params }) =>
    openReviewFile(ctx, streams, params),
  )
  http.serveFile(contract.readReviewPages, { ...rules, isStored: true, limited: false }, ({ ctx, params }) =>
    openReviewPages(ctx, streams, params),
  )
  http.serveFile(contract.readReviewCover, { ...rules, isStored: true, limited: false }, ({ ctx, params }) =>
    openReviewCover(ctx, params.code),
  )
}
