import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { all } from '../../platform/policy.ts'
import { checkWriting, hasPledged, mayRead, needsPractice } from './policy.ts'
import { roundsOfExpert, type OwnRound } from './queries.ts'

const nameOf = (ctx: SignedIn, own: OwnRound): string | undefined => {
  const { reviewer, round, works, finished } = own
  if (round.state === 'closed' || round.state === 'settled') return undefined
  if (reviewer.state === 'invited') return 'answerReview'
  if (reviewer.state !== 'accepted') return undefined
  if (!hasPledged(own) || needsPractice(own)) return 'prepareReview'
  const mayWriteNow = all(mayRead(own, ctx), checkWriting(round, null, ctx)).permitted
  return mayWriteNow && finished < works ? 'review' : undefined
}

/** What an expert has to do, by round: answer, get ready, judge. */
export const reviewTasks = async (ctx: SignedIn): Promise<Task[]> => {
  if (ctx.actor.access !== 'expert') return []
  const rounds = await roundsOfExpert(ctx.db, ctx.actor.id)
  return rounds.flatMap((own): Task[] => {
    const { round, works, finished } = own
    const name = nameOf(ctx, own)
    if (name === undefined) return []
    return [
      {
        name,
        isDone: false,
        isDue: true,
        about: round.code,
        values: { round: localize(round.name, ctx.locale).text, left: String(works - finished) },
        link: `/Review?round=${round.code}`,
        until: round.closesAt ?? undefined,
        timeZone: round.timeZone,
      },
    ]
  })
}
