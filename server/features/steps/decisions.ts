import { notifyDelayMilliseconds, resubmitMilliseconds } from '@lectern/contract/enrolment-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { AppError } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { t } from '../../platform/messages.ts'
import { requireTakesNoPart } from './participation.ts'

const afterwards = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** When a team is notified of a decision that is taken now. */
export const notifyTime = (now: Date): Date => afterwards(now, notifyDelayMilliseconds)

/** Until when a team may submit again what is returned now: until the phase ends, and at least three days. */
export const resubmitTime = (deadline: { closesAt: Date } | undefined, now: Date): Date => {
  const least = afterwards(now, resubmitMilliseconds)
  return deadline && deadline.closesAt > least ? deadline.closesAt : least
}

interface Decisions<Id, Decided> {
  scope: string
  key: string | undefined
  each: readonly { id: Id; version: number }[]
  decided: Decided
  /** Selects the activity of what is decided on: whoever takes part in it decides nothing. */
  activity: (one: { id: Id }) => SQL
}

interface Outcome<Id> {
  id: Id
  refusal: string | null
  notifyAt: string | null
}

/**
 * Decides on each in its own transaction; returns the reason for each that fails. `decide` returns when the team is
 * notified.
 */
export const decideEach = async <Id extends string, Decided>(
  outer: SignedIn,
  { scope, key, each, decided, activity }: Decisions<Id, Decided>,
  decide: (ctx: SignedIn, one: { id: Id; version: number }, decided: Decided) => Promise<Date | undefined>,
): Promise<Outcome<Id>[]> => {
  const outcomes: Outcome<Id>[] = []
  for (const one of each) {
    const call = {
      scope: `${scope} ${outer.actor.id}`,
      key: key && `${key}-${one.id}`,
      input: { one, decided },
    }
    try {
      await requireTakesNoPart(outer, activity(one))
      const { notifyAt } = await withIdempotencyKey(outer, call, async (ctx) => ({
        notifyAt: (await decide(ctx, one, decided))?.toISOString() ?? null,
      }))
      outcomes.push({ id: one.id, refusal: null, notifyAt })
    } catch (error) {
      // A single one fails like any request, so that its form shows the error at the field.
      if (!(error instanceof AppError) || each.length === 1) throw error
      outcomes.push({ id: one.id, refusal: t(outer.locale, `error.${error.error}`, error.params), notifyAt: null })
    }
  }
  return outcomes
}
