import type {
  CertificateState as State,
  IssueState,
  PlanOutcome,
} from '@lectern/contract/certificates/certificate-values.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useCertificateWords } from '../certificate-words.ts'

const tones: Record<State, Tone> = { issued: 'good', revoked: 'bad', replaced: 'quiet' }
const issueTones: Record<IssueState, Tone> = { draft: 'quiet', issuing: 'active', issued: 'good' }
const outcomeTones: Record<PlanOutcome, Tone> = { new: 'active', issued: 'good', revoked: 'quiet', blocked: 'bad' }

export const CertificateState = ({ state }: { state: State }) => {
  const { t } = useCertificateWords()
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}

export const IssueStateTag = ({ state }: { state: IssueState }) => {
  const { t } = useCertificateWords()
  return <StateTag tone={issueTones[state]}>{t(`issue.state.${state}`)}</StateTag>
}

export const OutcomeTag = ({ outcome }: { outcome: PlanOutcome }) => {
  const { t } = useCertificateWords()
  return <StateTag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</StateTag>
}
