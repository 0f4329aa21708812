import { decideWorks } from '@lectern/contract/works/work-office.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import {
  mayDecideWork,
  workDecisions,
  workNeedsReason,
  type WorkDecision,
  type WorkState,
} from '@lectern/contract/works/work-values.ts'
import type { Client } from '../../../request/client.ts'
import type { Decidable, DecisionKind } from '../../admin-ui/decide.ts'
import { useWorkWords } from './work-words.ts'

/** A work as confirmations name it. */
export interface DecidableWork extends Decidable {
  state: WorkState
  number: string
  title: string
  team: { name: string }
  whyNotAccept?: string | null
}

/** The reasons that are given again and again; each is a message of its own in every language. */
const commonReasons: { [D in WorkDecision]: readonly `${D}.${IdAfter<`office.works.reason.${D}.`>}`[] } = {
  accepted: [],
  returned: ['returned.files', 'returned.missing', 'returned.identity', 'returned.requirements'],
  disqualified: ['disqualified.plagiarism', 'disqualified.rights', 'disqualified.scope', 'disqualified.repeated'],
  submitted: ['submitted.slip', 'submitted.newFacts', 'submitted.appeal'],
}

/** How works are decided on in the formal check. */
export const useDecisions = (client: Client): DecisionKind<DecidableWork, WorkDecision> => {
  const { t } = useWorkWords()
  return {
    decisions: workDecisions,
    primary: 'accepted',
    danger: 'disqualified',
    revocation: 'submitted',
    slip: t('reason.submitted.slip'),
    may: ({ state }, decision) => mayDecideWork(state, decision),
    whyNotYet: ({ whyNotAccept = null }, decision) => (decision === 'accepted' ? whyNotAccept : null),
    needsReason: ({ state }, decision) => workNeedsReason(state, decision),
    reasonsFor: (decision) => commonReasons[decision].map((name) => t(`reason.${name}`)),
    nameOf: ({ number, title, team }) => `${number} · ${title || team.name}`,
    t,
    send: async (items, decision, reason) => {
      const works = items.map(({ id, version }) => ({ id: id as never, version }))
      const body = { works, decision, ...(reason && { reason }) }
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const call = { headers, skipErrorHandler: true, inPlaceSignIn: true }
      return (await client(decideWorks, { body }, call)).outcomes
    },
  }
}
