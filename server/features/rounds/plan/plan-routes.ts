import * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { organisers } from '../../../platform/policy.ts'
import { roundsOfOthers } from '../affected-activities.ts'
import { assignReviewer, listAssignments, removeAssignment } from '../assignments/assignments.ts'
import { readGrid } from '../assignments/grid.ts'
import { publishPlan, readPlan, startPlan } from './plan.ts'
import { presentPlan } from './plan-present.ts'
import { replaceReviewer } from '../assignments/replacement.ts'

const rules = { policy: organisers('activity'), ...roundsOfOthers }

export const planRoutes = ({ serve }: Http, databaseUrl: string): void => {
  serve(contract.startPlan, rules, ({ ctx, params, body }) => startPlan(ctx, params.id, body))

  serve(contract.readPlan, rules, async ({ ctx, params }) => presentPlan(ctx, await readPlan(ctx, params.id)))

  serve(contract.publishPlan, rules, ({ ctx, params, body }) => publishPlan(ctx, params.id, body))

  serve(contract.listAssignments, rules, ({ ctx, params }) => listAssignments(ctx, params.id, params.entry))

  serve(contract.readGrid, rules, ({ ctx, params, query }) => readGrid(ctx, params.id, query))

  serve(contract.assignReviewer, rules, ({ ctx, params, body }) => assignReviewer(ctx, params.id, params.entry, body))

  serve(contract.removeAssignment, rules, ({ ctx, params, body }) =>
    removeAssignment(ctx, params.id, params.assignment, body),
  )

  serve(contract.replaceReviewer, rules, ({ ctx, params, body, idempotencyKey }) =>
    replaceReviewer(ctx, params.id, params.reviewer, { wish: body, key: idempotencyKey, databaseUrl }),
  )
}
