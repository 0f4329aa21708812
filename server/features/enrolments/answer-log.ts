import type { AccountId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { audit, changesSince } from '../audit/service.ts'
import type { EnrolmentView } from './policy.ts'

const hour = 3_600_000

/**
 * Writes down which questions somebody has answered anew. Forms are saved every few seconds while he writes: within an hour, and until it
 * is submitted, each question is named once.
 */
export const logAnswers = async (
  ctx: SignedIn,
  { enrolment: { id, submittedAt } }: EnrolmentView,
  changed: readonly string[],
  onBehalfOf: AccountId | undefined,
): Promise<void> => {
  const subject = { kind: 'enrolment', id } as const
  const since = new Date(Math.max(ctx.now.getTime() - hour, submittedAt?.getTime() ?? 0))
  const written = await changesSince(ctx, 'enrolment.answered', subject, since)
  const named = new Set(written.flatMap(({ after }) => after?.['fields'] as string[]))
  const fields = changed.filter((field) => !named.has(field))
  if (fields.length === 0) return
  await audit(ctx, 'enrolment.answered', { subject, after: { fields }, ...(onBehalfOf && { onBehalfOf }) })
}
