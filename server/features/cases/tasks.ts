import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { ownCases } from './parties/own-cases.ts'

/** The statement that a team is asked for. */
export const caseTasks = async (ctx: SignedIn): Promise<Task[]> =>
  (await ownCases(ctx.db, ctx.actor.id)).flatMap((view) =>
    view.statementBy && view.partyId !== ctx.actor.id && !view.statementAt && !view.closedAt
      ? [
          {
            name: 'statement',
            isDone: false,
            isDue: true as const,
            about: view.id,
            values: { number: view.number, activity: localize(view.activityName, ctx.locale).text },
            link: `/account/Case?id=${view.id}`,
            until: view.statementBy,
            timeZone: view.timeZone,
          },
        ]
      : [],
  )
