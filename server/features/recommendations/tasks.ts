import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { belowAddress, listAddress } from './lists/list-addresses.ts'
import { listsOfOfficer } from './lists/list-view.ts'
import { countWaitingBelow } from './lists/waiting-below.ts'
import type { ListView } from './policy.ts'

const isOpenStep = ({ state, window, balance }: ListView): boolean =>
  (state === 'draft' || state === 'returned') && window.standing === 'open' && balance > 0

/** What officers have to do: rank and hand in, and decide on the lists below. */
export const recommendationTasks = async (ctx: SignedIn): Promise<Task[]> => {
  const views = await listsOfOfficer(ctx)
  if (views.length === 0) return []
  const waiting = await countWaitingBelow(ctx)
  return views.flatMap((view): Task[] => {
    const { activity, institution: owner, state, window } = view
    const shared = {
      isDone: false,
      isDue: true as const,
      about: `${activity.id} ${owner.id}`,
      timeZone: activity.edition.timeZone,
      until: window.closesAt ?? undefined,
    }
    const values = {
      activity: localize(activity.name, ctx.locale).text,
      institution: localize(owner.name, ctx.locale).text,
    }
    const lists = waiting(view)
    return [
      ...(isOpenStep(view)
        ? [
            {
              ...shared,
              name: state === 'returned' ? 'correctList' : 'recommend',
              values,
              link: listAddress(activity.id, owner.id),
            },
          ]
        : []),
      ...(lists > 0
        ? [
            {
              ...shared,
              name: 'judgeLists',
              values: { ...values, lists: String(lists) },
              link: belowAddress(activity.id, owner.id),
            },
          ]
        : []),
    ]
  })
}
