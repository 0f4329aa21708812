import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { sessionUserOf } from './service.ts'

const security = '/account/settings?tab=security'

/** Until it is there the office stays closed: nothing comes before it. */
const requiredSecondFactor = ({ actor }: SignedIn): Task[] =>
  actor.lacksSecondFactor ? [{ name: 'secondFactor', isDone: false, isFirst: true, link: security }] : []

/** For those whose account somebody else made. */
const password = ({ actor }: SignedIn): Task[] =>
  sessionUserOf(actor)!.hasPassword ? [] : [{ name: 'password', isDone: false, link: '/account/reviserPwd' }]

/** Each contact that can be confirmed here is. */
const contact = ({ actor, installation: { channels } }: SignedIn): Task[] => {
  if (channels.length === 0) return []
  const { account } = sessionUserOf(actor)!
  const isDone = channels.every((channel) => account[channel === 'mail' ? 'email' : 'phone'] !== null)
  return [{ name: 'contact', isDone, link: security }]
}

export const signInTasks = async (ctx: SignedIn): Promise<Task[]> => [
  ...requiredSecondFactor(ctx),
  ...password(ctx),
  ...contact(ctx),
]
