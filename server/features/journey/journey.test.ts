import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { permitted, refuse } from '../../platform/policy.ts'
import { journeyOf, visitorStep, type EnrolmentFacts, type Step, type TeamFacts, type VisitorFacts } from './journey.ts'

const until = new Date('2026-11-20T09:00:00Z')
const closed = refuse('enrolment.closed', { closedAt: 'yesterday' })
const captainOnly = refuse('team.captainOnly')
const membersOnly = refuse('enrolment.membersOnly')
const incomplete = refuse('enrolment.membersIncomplete', { names: 'Ana' })

const teamOf = (changes: Partial<TeamFacts> = {}): TeamFacts => ({
  id: 't' as TeamId,
  activityId: 'a' as ActivityId,
  name: 'Kites',
  role: 'captain',
  isComplete: true,
  missing: 0,
  time: permitted,
  until,
  ...changes,
})

const enrolmentOf = (state: EnrolmentState, changes: Partial<EnrolmentFacts> = {}): EnrolmentFacts => ({
  id: 'e' as EnrolmentId,
  state,
  number: state === 'draft' ? null : '2026-KC-0001',
  reason: null,
  isAmended: false,
  isFilled: true,
  isWaitedFor: false,
  waiting: undefined,
  edit: permitted,
  submit: permitted,
  wait: permitted,
  revive: permitted,
  ...changes,
})

const member = teamOf({ role: 'member' })
const advisor = teamOf({ role: 'advisor' })
const late = teamOf({ time: closed })
const queued = { position: 2, isOffered: false, isExpired: false }
const form = '/EnrollFor/a/Form?enrolment=e'
const team = '/account/Team/basic?id=t'

const shown = ({ step, turn, link, until: end, why }: Step) => [
  step,
  turn,
  link,
  end !== undefined,
  why.permitted ? null : why.why.error,
]

type Row = [string, TeamFacts, EnrolmentFacts | undefined, ReturnType<typeof shown>]

describe('the next step', () => {
  test.each<Row>([
    [
      'is to say who one is',
      teamOf({ isComplete: false, missing: 1 }),
      undefined,
      ['complete', 'own', `/account/Evpi?redirect=${encodeURIComponent(team)}`, true, null],
    ],
    [
      'is to invite people, for the captain',
      teamOf({ missing: 1 }),
      undefined,
      ['gather', 'own', '/account/Team/Add?id=t', true, null],
    ],
    [
      'is to wait for the captain to invite',
      teamOf({ role: 'member', missing: 1 }),
      undefined,
      ['gather', 'others', team, true, null],
    ],
    ['is to begin the form', member, undefined, ['fill', 'own', '/EnrollFor/a/Form?team=t', true, null]],
    ['is for others to begin', advisor, undefined, ['fill', 'others', team, true, 'enrolment.membersOnly']],
    [
      'is nothing when it is too late to begin',
      late,
      undefined,
      ['refused', 'none', '/EnrollFor/a', false, 'enrolment.closed'],
    ],
    [
      'is nothing when it is too late for a draft',
      late,
      enrolmentOf('draft'),
      ['refused', 'none', form, false, 'enrolment.closed'],
    ],
    [
      'is to gather again, with a draft',
      teamOf({ missing: 1 }),
      enrolmentOf('draft'),
      ['gather', 'own', '/account/Team/Add?id=t', true, null],
    ],
    ['is to go on filling in', teamOf(), enrolmentOf('draft', { isFilled: false }), ['fill', 'own', form, true, null]],
    [
      'is for others to fill in',
      advisor,
      enrolmentOf('draft', { isFilled: false, edit: membersOnly }),
      ['fill', 'others', form, true, 'enrolment.membersOnly'],
    ],
    [
      'is told to organisers without a reason',
      teamOf({ role: undefined, isComplete: false }),
      enrolmentOf('draft', { isFilled: false, edit: membersOnly }),
      ['fill', 'others', form, true, null],
    ],
    ['is to check and submit', teamOf(), enrolmentOf('draft'), ['submit', 'own', `${form}#check`, true, null]],
    [
      'is for the captain to submit',
      member,
      enrolmentOf('draft', { submit: captainOnly }),
      ['submit', 'others', form, true, 'team.captainOnly'],
    ],
    [
      'is held up by others',
      teamOf(),
      enrolmentOf('draft', { submit: incomplete }),
      ['submit', 'own', form, true, 'enrolment.membersIncomplete'],
    ],
    [
      'is to join the waiting list of a full activity',
      teamOf(),
      enrolmentOf('draft', { isWaitedFor: true }),
      ['joinWaitingList', 'own', `${form}#check`, true, null],
    ],
    [
      'is to fill in before joining it',
      teamOf(),
      enrolmentOf('draft', { isWaitedFor: true, isFilled: false }),
      ['fill', 'own', form, true, null],
    ],
    [
      'is to wait there',
      teamOf(),
      enrolmentOf('draft', { isWaitedFor: true, waiting: queued }),
      ['onWaitingList', 'others', form, false, null],
    ],
    [
      'is to take the place that is held',
      teamOf(),
      enrolmentOf('draft', { isWaitedFor: true, waiting: { ...queued, isOffered: true } }),
      ['takePlace', 'own', `${form}#check`, true, null],
    ],
    [
      'is to fill in what was changed meanwhile, before taking it',
      teamOf(),
      enrolmentOf('draft', { isFilled: false, waiting: { ...queued, isOffered: true } }),
      ['takePlace', 'own', form, true, null],
    ],
    [
      'is nothing when an offer has expired',
      teamOf(),
      enrolmentOf('draft', { waiting: { ...queued, isExpired: true } }),
      ['refused', 'none', form, false, 'waiting.expired'],
    ],
    ['is to wait for a decision', teamOf(), enrolmentOf('submitted'), ['wait', 'none', form, false, null]],
    [
      'is to wait, whatever has become of the team or the time',
      teamOf({ missing: 1, isComplete: false, time: closed }),
      enrolmentOf('submitted'),
      ['wait', 'none', form, false, null],
    ],
    [
      'is to submit changes',
      teamOf(),
      enrolmentOf('submitted', { isAmended: true }),
      ['amend', 'own', form, true, null],
    ],
    [
      'is to wait when changes come too late',
      late,
      enrolmentOf('submitted', { isAmended: true }),
      ['wait', 'none', form, false, null],
    ],
    ['is to answer a return', member, enrolmentOf('returned'), ['resubmit', 'own', form, true, null]],
    [
      'is nothing when it is too late to answer it',
      late,
      enrolmentOf('returned'),
      ['refused', 'none', form, false, 'enrolment.closed'],
    ],
    ['is nothing after an approval', teamOf(), enrolmentOf('approved'), ['done', 'none', form, false, null]],
    ['is nothing after a rejection', teamOf(), enrolmentOf('rejected'), ['rejected', 'none', form, false, null]],
    ['can be to revive', teamOf(), enrolmentOf('withdrawn'), ['withdrawn', 'none', form, true, null]],
    [
      'is not to revive, for a member',
      member,
      enrolmentOf('withdrawn', { revive: captainOnly }),
      ['withdrawn', 'none', form, true, 'team.captainOnly'],
    ],
  ])('%s', (_, facts, enrolment, expected) => {
    expect(shown(journeyOf(facts, enrolment))).toEqual(expected)
  })

  test('is said in the organisers’ words, too', () => {
    expect(journeyOf(teamOf(), enrolmentOf('returned', { reason: 'A title.' })).reason).toBe('A title.')
  })
})

describe('a later stage', () => {
  const done = journeyOf(teamOf(), enrolmentOf('approved'))
  const hand: Step = { ...done, step: 'submit', turn: 'own', isDone: false, isPassed: false, link: '/work' }
  const handed: Step = { ...hand, step: 'wait', isDone: true, isPassed: true }

  test('has the next step once the enrolment is approved', () => {
    expect(journeyOf(teamOf(), enrolmentOf('approved'), [hand]).link).toBe('/work')
  })

  test('has none before', () => {
    expect(journeyOf(teamOf(), enrolmentOf('submitted'), [hand]).step).toBe('wait')
    expect(journeyOf(teamOf({ missing: 1 }), undefined, [hand]).step).toBe('gather')
  })

  test('leaves the step to those after it, and says how it stands when all are behind', () => {
    expect(journeyOf(teamOf(), enrolmentOf('approved'), [handed, undefined]).step).toBe('wait')
    expect(journeyOf(teamOf(), enrolmentOf('approved'), [handed, hand]).step).toBe('submit')
    expect(journeyOf(teamOf(), enrolmentOf('approved'), [undefined]).step).toBe('done')
  })
})

describe('without a team', () => {
  const visitor = (changes: Partial<VisitorFacts> = {}): VisitorFacts => ({
    activityId: 'a' as ActivityId,
    time: permitted,
    isSignedIn: true,
    isExpert: false,
    isComplete: true,
    invitations: 0,
    ...changes,
  })
  test.each<[string, VisitorFacts, unknown[]]>([
    ['one signs in', visitor({ isSignedIn: false }), ['signIn', 'own', '/account/Login?redirect=%2FEnrollFor%2Fa']],
    ['says who one is', visitor({ isComplete: false }), ['complete', 'own', '/account/Evpi?redirect=%2FEnrollFor%2Fa']],
    ['answers an invitation', visitor({ invitations: 1 }), ['invited', 'own', '/account/Team']],
    ['makes a team', visitor(), ['team', 'own', '/account/Team/Create/a']],
    ['an expert is shown the way to the works', visitor({ isExpert: true }), ['judge', 'own', '/Review']],
    ['but answers an invitation', visitor({ isExpert: true, invitations: 1 }), ['invited', 'own', '/account/Team']],
    ['or comes too late', visitor({ time: closed, isSignedIn: false }), ['refused', 'none', '/EnrollFor/a']],
  ])('%s', (_, facts, expected) => {
    expect(shown(visitorStep(facts)).slice(0, 3)).toEqual(expected)
  })
})
