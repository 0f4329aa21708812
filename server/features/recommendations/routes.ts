import type { Locale } from '@lectern/contract/locales.ts'
import * as above from '@lectern/contract/recommendations/recommendations-above.ts'
import * as contract from '@lectern/contract/recommendations/recommendations.ts'
import * as rules from '@lectern/contract/recommendations/recommendation-rules.ts'
import * as ofTeams from '@lectern/contract/recommendations/team-recommendation.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Http } from '../../platform/http/serve.ts'
import { KeptCounts } from '../../platform/kept-counts.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import type { SheetThreads } from '../../platform/sheets/sheet-threads.ts'
import { sheetTypes } from '../../platform/sheets/write-sheet.ts'
import { forOthers } from '../steps/service.ts'
import { listTeamRecommendations } from './entries/team-standings.ts'
import { listEntries } from './lists/entries.ts'
import { exportRecommendations } from './lists/export.ts'
import { listHistory } from './lists/history.ts'
import { listsOfOfficer, requireList, type ListKey } from './lists/list-view.ts'
import { presentMyLists, presentOpenList } from './lists/present.ts'
import { addRecommendations, saveRecommendations } from './lists/rows.ts'
import { remindLate, remindTeams } from './notices/reminders.ts'
import { grantQuotas, listQuotas } from './quotas/quotas.ts'
import { listActivities, readProgress } from './rules/progress.ts'
import { readRules, saveRules } from './rules/rules.ts'
import { handInList } from './summaries/hand-in.ts'
import { drawSummary, makeSummary } from './summaries/summaries.ts'
import { listBelow } from './verdicts/below.ts'
import { extendList, revokeListExtension, setDateBelow } from './verdicts/dates.ts'
import { decideList } from './verdicts/decisions.ts'
import { judgeRows } from './verdicts/verdicts.ts'

interface Served {
  counts: KeptCounts
  threads: SheetThreads
  siteTitle: (locale: Locale) => string
}

const openLists = (counts: KeptCounts) => async (ctx: SignedIn, key: ListKey) =>
  presentOpenList(ctx, counts.of(ctx.db), await requireList(ctx, key))

const ruleRoutes = ({ serve }: Http, { counts }: Pick<Served, 'counts'>): void => {
  const ofOrganisers = { policy: organisers('contest') }
  const others = { ...ofOrganisers, ...forOthers(({ id }: { id: ActivityId }) => sql`select ${id}::uuid`) }

  serve(rules.readRecommendationRules, ofOrganisers, ({ ctx, params }) => readRules(ctx, params.id))

  serve(rules.saveRecommendationRules, others, async ({ ctx, params, body }) => {
    await saveRules(ctx, params.id, body)
    return readRules(ctx, params.id)
  })

  serve(rules.listRecommendingActivities, ofOrganisers, ({ ctx, query }) => listActivities(ctx, query.edition))

  serve(rules.readRecommendationProgress, ofOrganisers, ({ ctx, params }) =>
    readProgress(ctx, counts.of(ctx.db), params.activity),
  )
}

/** A list of a thousand rows with remarks. */
const largestList = 1_048_576

// Who may do what with a list depends on their institutions: services ask for it with each request.
const listRoutes = ({ serve, serveFile }: Http, { counts, threads, siteTitle }: Served): void => {
  const anybody = { policy: signedIn }
  const openList = openLists(counts)

  serve(contract.listMyRecommendations, anybody, async ({ ctx }) =>
    presentMyLists(ctx, counts.of(ctx.db), await listsOfOfficer(ctx)),
  )

  serve(ofTeams.listTeamRecommendations, anybody, ({ ctx }) => listTeamRecommendations(ctx))

  serve(contract.readRecommendationList, anybody, ({ ctx, params }) => openList(ctx, params))

  serve(contract.listRecommendationEntries, anybody, ({ ctx, params, query }) =>
    listEntries(ctx, counts.of(ctx.db), params, query),
  )

  serve(contract.addRecommendations, anybody, async ({ ctx, params, body }) => {
    await addRecommendations(ctx, params, body)
    return openList(ctx, params)
  })

  serve(contract.saveRecommendations, { ...anybody, largestBody: largestList }, async ({ ctx, params, body }) => {
    await saveRecommendations(ctx, params, body)
    return openList(ctx, params)
  })

  serve(contract.makeSummary, anybody, async ({ ctx, params, body }) => {
    await makeSummary(ctx, params, body, siteTitle)
    return openList(ctx, params)
  })

  serveFile(contract.readSummary, anybody, async ({ ctx, params: { summary, ...key } }) => ({
    type: 'application/pdf',
    ...(await drawSummary(ctx, key, summary)),
  }))

  serve(contract.handInList, anybody, async ({ ctx, params, body, idempotencyKey }) => {
    await handInList(ctx, params, body, idempotencyKey)
    return openList(ctx, params)
  })

  serve(contract.listRecommendationHistory, anybody, ({ ctx, params, query }) => listHistory(ctx, params, query))

  serveFile(contract.exportRecommendations, anybody, async ({ ctx, params, query }) => ({
    type: sheetTypes[query.format],
    ...(await exportRecommendations(ctx, params, query, threads)),
  }))

  serve(contract.remindTeams, anybody, ({ ctx, params, body, idempotencyKey }) =>
    remindTeams(ctx, params, body, idempotencyKey),
  )
}

const aboveRoutes = ({ serve }: Http, { counts }: Pick<Served, 'counts'>): void => {
  const anybody = { policy: signedIn }
  const openList = openLists(counts)
  /** A hundred verdicts with their reasons. */
  const largestBody = 524_288

  serve(above.listListsBelow, anybody, ({ ctx, params, query }) => listBelow(ctx, params.activity, query))

  serve(above.judgeRows, { ...anybody, largestBody }, async ({ ctx, params, body }) => {
    await judgeRows(ctx, params, body)
    return openList(ctx, params)
  })

  serve(above.decideList, anybody, async ({ ctx, params, body }) => {
    await decideList(ctx, params, body)
    return openList(ctx, params)
  })

  serve(above.listQuotaEntries, anybody, ({ ctx, params, query }) => listQuotas(ctx, params, query))

  serve(above.grantQuotas, { ...anybody, largestBody }, ({ ctx, params, body, idempotencyKey }) =>
    grantQuotas(ctx, params.activity, body, idempotencyKey),
  )

  serve(above.extendList, anybody, async ({ ctx, params, body }) => {
    await extendList(ctx, params, body)
    return openList(ctx, params)
  })

  serve(above.revokeListExtension, anybody, async ({ ctx, params, body }) => {
    await revokeListExtension(ctx, params, body)
    return openList(ctx, params)
  })

  serve(above.setDateBelow, anybody, ({ ctx, params, body }) => setDateBelow(ctx, params, body))

  serve(above.remindLate, anybody, ({ ctx, params, body, idempotencyKey }) =>
    remindLate(ctx, params.activity, body, idempotencyKey),
  )
}

export const recommendationRoutes = (http: Http, served: Omit<Served, 'counts'>): void => {
  const counts = new KeptCounts()
  ruleRoutes(http, { counts })
  listRoutes(http, { counts, ...served })
  aboveRoutes(http, { counts })
}
