import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import {
  decisions,
  mayDecide,
  needsReason,
  type Decision,
  type EnrolmentState,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import type { Client } from '../../../request/client.ts'
import type { Decidable, DecisionKind } from '../../admin-ui/decide.ts'
import { useEnrolmentWords } from './enrolment-words.ts'

/** An enrolment as confirmations name it. */
export interface DecidableEnrolment extends Decidable {
  state: EnrolmentState
  number: string | null
  team: { name: string }
  whyNotApprove?: string | null
}

/** The reasons that are given again and again; each is a message of its own in every language. */
const commonReasons: { [D in Decision]: readonly `${D}.${IdAfter<`office.enrolments.reason.${D}.`>}`[] } = {
  approved: [],
  returned: ['returned.answers', 'returned.files', 'returned.people', 'returned.activity'],
  rejected: ['rejected.eligibility', 'rejected.duplicate', 'rejected.scope', 'rejected.integrity'],
  submitted: ['submitted.slip', 'submitted.newFacts', 'submitted.appeal'],
}

/** How enrolments are decided on. */
export const useDecisions = (client: Client): DecisionKind<DecidableEnrolment, Decision> => {
  const { t } = useEnrolmentWords()
  return {
    decisions,
    primary: 'approved',
    danger: 'rejected',
    revocation: 'submitted',
    slip: t('reason.submitted.slip'),
    may: ({ state }, decision) => mayDecide(state, decision),
    whyNotYet: ({ whyNotApprove = null }, decision) => (decision === 'approved' ? whyNotApprove : null),
    needsReason: ({ state }, decision) => needsReason(state, decision),
    reasonsFor: (decision) => commonReasons[decision].map((name) => t(`reason.${name}`)),
    nameOf: ({ number, team }) => `${number ?? t('noNumber')} · ${team.name}`,
    t,
    send: async (items, decision, reason) => {
      const enrolments = items.map(({ id, version }) => ({ id: id as never, version }))
      const body = { enrolments, decision, ...(reason && { reason }) }
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const call = { headers, skipErrorHandler: true, inPlaceSignIn: true }
      return (await client(decideEnrolments, { body }, call)).outcomes
    },
  }
}
