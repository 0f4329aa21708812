import type { SignedIn } from '../../platform/context.ts'
import type { Task } from '../../platform/feature.ts'
import { sessionUserOf } from './sessions/session-users.ts'

const security = '/account/settings?tab=security'

/** Nothing comes before it: the office is closed without it. */
const requiredSecondFactor = ({ actor }: SignedIn): Task[] =>
  actor.lacksSecondFactor ? [{ name: 'secondFactor', isDone: false, isFirst: true, link: security }] : []

/** For users whose account was created by somebody else. */
const password = ({ actor }: SignedIn): Task[] =>
  sessionUserOf(actor)!.hasPassword ? [] : [{ name: 'password', isDone: false, link: '/account/reviserPwd' }]

/** Every contact that can be confirmed on this site. */
const contact = ({ actor, installation: { channels } }: SignedIn): Task[] => {
  if (channels.length === 0) return []
  const { account } = sessionUserOf(actor)!
  const isDone = channels.every((channel) => account[channel === 'mail' ? 'email' : 'phone'] !== null)
  return [{ name: 'contact', isDone, isInformation: true, link: security }]
}

export const signInTasks = async (ctx: SignedIn): Promise<Task[]> => [
  ...requiredSecondFactor(ctx),
  ...password(ctx),
  ...contact(ctx),
]
