import type { AccountId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { audit, changesSince } from '../../audit/service.ts'
import type { EnrolmentView } from '../policy.ts'

/** Within this time, and until the submission, each answered question is logged once. */
export const logMilliseconds = 3_600_000

/**
 * Logs which questions a user has answered. Not every save is logged: forms are saved every few seconds while
 * somebody types.
 */
export const logAnswers = async (
  ctx: SignedIn,
  { enrolment: { id, submittedAt } }: EnrolmentView,
  changed: readonly string[],
  onBehalfOf: AccountId | undefined,
): Promise<void> => {
  const subject = { kind: 'enrolment', id } as const
  const since = new Date(Math.max(ctx.now.getTime() - logMilliseconds, submittedAt?.getTime() ?? 0))
  const changes = await changesSince(ctx, 'enrolment.answered', subject, since)
  const named = new Set(changes.flatMap(({ after }) => after?.['fields'] as string[]))
  const fields = changed.filter((field) => !named.has(field))
  if (fields.length === 0) return
  await audit(ctx, 'enrolment.answered', { subject, after: { fields }, ...(onBehalfOf && { onBehalfOf }) })
}
