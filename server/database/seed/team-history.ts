import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import { notifyDelayMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { NoticeId } from '@lectern/contract/ids.ts'
import { entryOf } from '../../features/audit/service.ts'
import { audit, auditPersonal } from '../../features/audit/tables.ts'
import { requireNotice, extensionNotices, noticesOf } from '../../features/enrolments/service.ts'
import { reminder } from '../../features/enrolments/tables.ts'
import { asWritten, textsOf, type NewNotice } from '../../features/notices/service.ts'
import { notice, noticeRead } from '../../features/notices/tables.ts'
import { nameOf } from '../../features/teams/service.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime } from './dates.ts'
import type { SeedPerson } from './people.ts'
import type { Act, Plan } from './team-plans.ts'
import type { EventFacts } from './teams.ts'

const hour = 3_600_000
const remindedBefore = 72 * hour
/** Older notices have been read. */
const readAfter = 48 * hour

const isDecision = (act: Act): boolean => act.kind === 'moved' && ['approved', 'returned', 'rejected'].includes(act.to)

/** Who did it: the captain for what the team does itself. */
const actorOf = ({ captain }: Plan, act: Act, organiser: SeedPerson): SeedPerson => {
  if (act.kind === 'joined') return act.person
  return act.kind === 'extended' || isDecision(act) ? organiser : captain
}

type Event = Parameters<typeof entryOf>[2]
type Extended = Extract<Act, { kind: 'extended' }>

const actionFrom = ({ plan, number }: EventFacts, act: Act, now: Date): [AuditAction, Event] => {
  const team = { kind: 'team', id: plan.id } as const
  const enrolment = { kind: 'enrolment', id: plan.enrolmentId } as const
  switch (act.kind) {
    case 'created':
      return [
        'team.created',
        { subject: team, after: { activity: plan.activity.code, name: plan.name, slogan: plan.slogan } },
      ]
    case 'joined':
      return ['team.joined', { subject: team, after: { account: act.person.id, role: act.role } }]
    case 'invited':
      return ['invitation.sent', { subject: team, after: { role: act.role, ...(act.person && { to: act.person.id }) } }]
    case 'extended': {
      const after = { kind: stagePhases.enrolment, until: closingTime(act.until, now), reason: act.reason }
      return ['extension.granted', { subject: team, before: { until: plan.activity.deadline.closesAt }, after }]
    }
    case 'begun':
      return ['enrolment.created', { subject: enrolment, after: { team: plan.id } }]
    case 'answered':
      return ['enrolment.answered', { subject: enrolment, after: { fields: act.fields } }]
    case 'amended':
      return ['enrolment.amendmentStarted', { subject: enrolment }]
    case 'joinedWaitingList':
      return ['waiting.joined', { subject: enrolment }]
    case 'moved': {
      const { from, to: state, reason, inGrace } = act
      const before = { state: from }
      if (state === 'submitted')
        return ['enrolment.submitted', { subject: enrolment, before, after: { state, number, inGrace } }]
      const action = state === 'withdrawn' ? 'enrolment.withdrawn' : 'enrolment.decided'
      return [action, { subject: enrolment, before, after: { state, reason } }]
    }
  }
}

const entriesOf = (facts: EventFacts, organiser: SeedPerson, now: Date) =>
  facts.plan.acts.map((act) => {
    const actor = { kind: 'account' as const, id: actorOf(facts.plan, act, organiser).id }
    const context = { actor, now: act.at, requestId: newId<string>(act.at), caller: { address: '', userAgent: '' } }
    return entryOf(context, ...actionFrom(facts, act, now))
  })

type Sent = { at: Date; to: SeedPerson['id'] } & Pick<NewNotice, 'message' | 'values' | 'link' | 'about'>

const invitedOf = ({ plan }: EventFacts, { at, person }: Extract<Act, { kind: 'invited' }>): Sent[] =>
  person
    ? [
        {
          at,
          to: person.id,
          message: 'team.invited',
          values: {
            team: asWritten(plan.name),
            activity: { inLanguages: plan.activity.name },
            person: asWritten(nameOf(plan.captain)),
          },
          link: '/account/Team',
          about: plan.captain.id,
        },
      ]
    : []

type TeamNotices = ReturnType<typeof noticesOf>

const asSent = (at: Date, notices: TeamNotices): Sent[] =>
  notices.map(({ to, message, values, link }) => ({
    at,
    to: to.account,
    message,
    ...(values && { values }),
    link,
  }))

const toldTeam = ({ plan, seats }: EventFacts) => ({
  name: plan.name,
  activityId: plan.activity.id,
  activity: plan.activity,
  members: seats,
})

const extensionSent = (facts: EventFacts, { at, until, reason }: Extended, now: Date): Sent[] => {
  const changed = { kind: stagePhases.enrolment, until: closingTime(until, now), reason }
  const link = `/EnrollFor/${facts.plan.activity.id}/Form?enrolment=${facts.plan.enrolmentId}`
  return asSent(at, extensionNotices(toldTeam(facts), 'granted', changed, { now: at, link }))
}

const notifyAll = (
  about: EventFacts,
  what: Parameters<typeof noticesOf>[1],
  at: Date,
  rest: { until?: Date; reason?: string } = {},
): Sent[] => {
  const { until, reason } = rest
  const { plan, number } = about
  const facts = { id: plan.enrolmentId, number, ...(until && { until }), values: { reason: asWritten(reason ?? '') } }
  return asSent(at, noticesOf(toldTeam(about), what, facts, at))
}

const noticesAbout = (facts: EventFacts, act: Act, now: Date): Sent[] => {
  if (act.kind === 'invited') return invitedOf(facts, act)
  if (act.kind === 'extended') return extensionSent(facts, act, now)
  if (act.kind === 'joinedWaitingList') return notifyAll(facts, 'waitingJoined', act.at)
  if (act.kind !== 'moved') return []
  const at = isDecision(act) ? new Date(act.at.getTime() + notifyDelayMilliseconds) : act.at
  return notifyAll(facts, requireNotice(act.to), at, {
    ...(act.reason && { reason: act.reason }),
    ...(facts.resubmitBy && { until: facts.resubmitBy }),
  })
}

/** Reminders of near deadlines count as sent, so that a new demo starts quietly. */
const remindersOf = (facts: EventFacts, now: Date) => {
  const { plan, resubmitBy } = facts
  const state = plan.acts.findLast((act) => act.kind === 'moved')?.to ?? 'draft'
  const extended = plan.acts.findLast((act) => act.kind === 'extended')
  const due = resubmitBy ?? (extended ? closingTime(extended.until, now) : plan.activity.deadline.closesAt)
  const isNear = due > now && due.getTime() - now.getTime() <= remindedBefore
  if (!isNear || (state !== 'draft' && state !== 'returned')) return []
  const sentAt = new Date(Math.max(due.getTime() - remindedBefore, plan.acts.at(-1)!.at.getTime() + hour / 2))
  return [
    { facts, row: { teamId: plan.id, phaseKind: stagePhases.enrolment, kind: 'days' as const, closesAt: due, sentAt } },
  ]
}

/** Audit entries and notices of the teams. */
export const seedHistory = async (
  db: Database,
  all: readonly EventFacts[],
  organiser: SeedPerson,
  now: Date,
): Promise<void> => {
  const entries = all.flatMap((facts) => entriesOf(facts, organiser, now))
  await db.insert(audit).values(entries.map(({ entry }) => entry))
  await db.insert(auditPersonal).values(entries.map(({ beside }) => beside))
  const reminders = all.flatMap((facts) => remindersOf(facts, now))
  await db.insert(reminder).values(reminders.map(({ row }) => row))
  const sent = [
    ...all.flatMap((facts) => facts.plan.acts.flatMap((act) => noticesAbout(facts, act, now))),
    ...reminders.flatMap(({ facts, row }) => notifyAll(facts, 'dueInDays', row.sentAt, { until: row.closesAt })),
  ]
  const rows = sent.map(({ at, to, link, about, ...text }) => ({
    id: newId<NoticeId>(at),
    audience: 'account' as const,
    accountId: to,
    kind: 'contest' as const,
    ...textsOf(text),
    link: link ?? null,
    aboutId: about ?? null,
    createdAt: at,
  }))
  await db.insert(notice).values(rows)
  const old = rows.filter(({ createdAt }) => now.getTime() - createdAt.getTime() > readAfter)
  const readings = old.map(({ id, accountId, createdAt }) => {
    return { noticeId: id, accountId, readAt: new Date(createdAt.getTime() + hour) }
  })
  await db.insert(noticeRead).values(readings)
}
