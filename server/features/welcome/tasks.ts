import type { SignedIn } from '../../platform/context.ts'
import { isComplete } from '../accounts/service.ts'
import type { bearerOf } from '../sign-in/service.ts'
import { contestTasks } from './contest-tasks.ts'

type Bearer = NonNullable<ReturnType<typeof bearerOf>>

/** Something to do. */
export interface Errand {
  /** Names its texts: `task.<name>` and `task.<name>.help`. */
  name: string
  isDone: boolean
  /** Somebody else in the team does it. */
  isOthers?: true
  /** A team waits for it: it comes before what has no deadline. */
  isDue?: true
  /** What it is about, where there may be several of this name. */
  about?: string
  /** What its texts name. */
  values?: Record<string, string>
  /** A path of this site. */
  link: string
  until?: Date | undefined
  timeZone?: string
}

/** What a part of the site asks of this person, in the order in which it is best done. */
export type TaskSource = (ctx: SignedIn, bearer: Bearer) => Promise<Errand[]>

const security = '/account/settings?tab=security'

/** Until it is there the office stays closed: nothing comes before it. */
const requiredSecondFactor: TaskSource = async ({ actor }) =>
  actor.lacksSecondFactor ? [{ name: 'secondFactor', isDone: false, link: security }] : []

/** For those whose account somebody else made. */
const password: TaskSource = async (_ctx, { hasPassword }) =>
  hasPassword ? [] : [{ name: 'password', isDone: false, link: '/account/reviserPwd' }]

/** Each contact that can be confirmed here is. */
const contact: TaskSource = async ({ installation: { channels } }, { account }) => {
  if (channels.length === 0) return []
  const isDone = channels.every((channel) => account[channel === 'mail' ? 'email' : 'phone'] !== null)
  return [{ name: 'contact', isDone, link: security }]
}

/** The rest of what an enrolment needs to know: contacts are a task of their own. */
const profile: TaskSource = async (_ctx, { account }) => [
  { name: 'profile', isDone: isComplete(account, []), link: '/account/Evpi?redirect=/Welcome' },
]

/** In the order of the list. */
export const taskSources: readonly TaskSource[] = [requiredSecondFactor, password, contact, profile, contestTasks]
