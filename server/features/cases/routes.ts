import * as office from '@lectern/contract/cases/case-office.ts'
import * as contract from '@lectern/contract/cases/cases.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers, signedIn } from '../../platform/policy.ts'
import { forOthers, whyNotAbout } from '../steps/service.ts'
import { whereNotOver } from '../teams/service.ts'
import { appointArbiter, endArbiter, listArbiters } from './arbiters/arbiters.ts'
import { requireCase } from './case-view.ts'
import { permitArbiter } from './concerns.ts'
import { sheetsOfWork } from './arbiters/effects.ts'
import { appealCase, fileObjection, readObjector } from './parties/new-case.ts'
import { askForStatement, decideAdmission, investigateCase, noteLook, writeToParty } from './arbiters/steps.ts'
import { findListedWorks, listsOnDisplay, presentList } from './parties/objection-lists.ts'
import { listCases, readSummary, readWholeCase } from './office/office.ts'
import {
  presentArbiters,
  presentCases,
  presentSheets,
  presentSummary,
  presentWholeCase,
} from './office/office-present.ts'
import { ownCases, requireOwnCase } from './parties/own-cases.ts'
import { giveStatement, withdrawCase, writeInCase } from './parties/parties.ts'
import { presentListed, presentOwnCase } from './present.ts'
import { ruleCase } from './arbiters/ruling.ts'

/** Room for the longest text; Chinese takes three bytes a character. */
const largestBody = 48 * 1024

const ownCase = async (ctx: SignedIn, id: CaseId) => presentOwnCase(ctx, await requireOwnCase(ctx, id))

const partyRoutes = ({ serve }: Http): void => {
  serve(contract.listObjectionLists, { policy: everyone, public: {} }, async ({ ctx }) => ({
    list: (await listsOnDisplay(ctx)).map((list) => presentList(ctx, list)),
  }))

  const rules = { policy: signedIn }
  const writing = { policy: signedIn, largestBody }

  serve(contract.findObjectionWorks, rules, async ({ ctx, params, query }) => ({
    list: await findListedWorks(ctx, params.id, query.search),
  }))

  serve(contract.readObjector, rules, ({ ctx }) => readObjector(ctx))

  serve(contract.fileObjection, writing, ({ ctx, body, idempotencyKey }) => fileObjection(ctx, body, idempotencyKey))

  serve(contract.listMyCases, rules, async ({ ctx }) => ({
    list: (await ownCases(ctx.db, ctx.actor.id)).map((view) => presentListed(ctx, view)),
  }))

  serve(contract.readMyCase, rules, ({ ctx, params }) => ownCase(ctx, params.id))

  serve(contract.withdrawCase, rules, async ({ ctx, params, body }) => {
    await withdrawCase(ctx, params.id, body.version)
    return ownCase(ctx, params.id)
  })

  serve(contract.writeInCase, writing, async ({ ctx, params, body, idempotencyKey }) => {
    await writeInCase(ctx, params.id, body, idempotencyKey)
    return ownCase(ctx, params.id)
  })

  serve(contract.giveStatement, writing, async ({ ctx, params, body, idempotencyKey }) => {
    await giveStatement(ctx, params.id, body, idempotencyKey)
    return ownCase(ctx, params.id)
  })

  serve(contract.appealCase, writing, ({ ctx, params, body, idempotencyKey }) =>
    appealCase(ctx, params.id, body, idempotencyKey),
  )
}

const wholeCase = async (ctx: SignedIn, id: CaseId) => presentWholeCase(ctx, await readWholeCase(ctx, id))

/** Whoever takes part in the activity has no say in its cases. */
const casesOfOthers = forOthers(
  ({ id }: { id: CaseId }) => sql`select contest_case.activity_id from contest_case where contest_case.id = ${id}`,
)

/** Arbiters decide on the cases of all activities, also on those that nobody has opened yet. */
const runningActivities = sql`select activity.id from activity where ${whereNotOver(sql`activity`)}`

const arbitersOfOthers = forOthers(() => runningActivities)

const officeRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('contest') }
  const others = { ...rules, ...casesOfOthers }
  const writing = { ...others, largestBody }

  serve(office.listCases, rules, async ({ ctx, query }) => presentCases(ctx, await listCases(ctx, query)))

  serve(office.readCase, rules, async ({ ctx, params }) => presentSummary(ctx, await readSummary(ctx, params.id)))

  serve(office.openCase, others, async ({ ctx, params }) => {
    await noteLook(ctx, params.id)
    return wholeCase(ctx, params.id)
  })

  serve(office.decideAdmission, writing, async ({ ctx, params, body }) => {
    await decideAdmission(ctx, params.id, body)
    return wholeCase(ctx, params.id)
  })

  serve(office.investigateCase, others, async ({ ctx, params, body }) => {
    await investigateCase(ctx, params.id, body.version)
    return wholeCase(ctx, params.id)
  })

  serve(office.askForStatement, writing, async ({ ctx, params, body }) => {
    await askForStatement(ctx, params.id, body)
    return wholeCase(ctx, params.id)
  })

  serve(office.writeToParty, writing, async ({ ctx, params, body, idempotencyKey }) => {
    await writeToParty(ctx, params.id, body, idempotencyKey)
    return wholeCase(ctx, params.id)
  })

  serve(office.ruleCase, writing, async ({ ctx, params, body }) => {
    await ruleCase(ctx, params.id, body)
    return wholeCase(ctx, params.id)
  })

  serve(office.listCaseSheets, others, async ({ ctx, params }) => {
    const view = await requireCase(ctx, params.id)
    await permitArbiter(ctx, view)
    return { list: presentSheets(ctx, await sheetsOfWork(ctx.db, view)) }
  })

  serve(office.listArbiters, rules, async ({ ctx }) => ({
    ...presentArbiters(ctx, await listArbiters(ctx)),
    whyNot: await whyNotAbout(ctx, runningActivities),
  }))

  serve(office.appointArbiter, { ...rules, ...arbitersOfOthers }, async ({ ctx, body }) => ({
    id: await appointArbiter(ctx, body.uid),
  }))

  serve(office.endArbiter, { ...rules, ...arbitersOfOthers }, async ({ ctx, params }) => {
    await endArbiter(ctx, params.id)
    return {}
  })
}

export const caseRoutes = (http: Http): void => {
  partyRoutes(http)
  officeRoutes(http)
}
