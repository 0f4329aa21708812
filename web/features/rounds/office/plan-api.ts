import type * as contract from '@lectern/contract/review-plan.ts'
import { endpoint } from '../../../request/client.ts'

export const startPlan = endpoint<typeof contract.startPlan>('POST', '/api/rounds/:id/plan')
export const readPlan = endpoint<typeof contract.readPlan>('GET', '/api/rounds/:id/plan')
export const publishPlan = endpoint<typeof contract.publishPlan>('POST', '/api/rounds/:id/plan/publication')
export const listAssignments = endpoint<typeof contract.listAssignments>(
  'GET',
  '/api/rounds/:id/works/:entry/assignments',
)
export const assignReviewer = endpoint<typeof contract.assignReviewer>(
  'POST',
  '/api/rounds/:id/works/:entry/assignments',
)
export const removeAssignment = endpoint<typeof contract.removeAssignment>(
  'POST',
  '/api/rounds/:id/assignments/:assignment/removal',
)
export const replaceReviewer = endpoint<typeof contract.replaceReviewer>(
  'POST',
  '/api/rounds/:id/reviewers/:reviewer/replacement',
)
