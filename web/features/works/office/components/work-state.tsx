import { Space } from 'antd'
import type { ListedWork } from '@lectern/contract/works/work-office.ts'
import type { WorkState as State } from '@lectern/contract/works/work-values.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useWorkWords } from '../work-words.ts'

const tones: Record<State, Tone> = {
  draft: 'quiet',
  submitted: 'active',
  returned: 'waiting',
  accepted: 'good',
  disqualified: 'bad',
  withdrawn: 'quiet',
}

export const WorkState = ({ state }: { state: State }) => {
  const { t } = useWorkWords()
  return <StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>
}

type Marked = Pick<ListedWork, 'worstFinding' | 'openLeaks' | 'missingParts' | 'isLate' | 'isChanged' | 'whyNotAccept'>

/** What the formal check should look at. */
export const WorkMarks = ({ worstFinding, openLeaks, missingParts, isLate, isChanged, whyNotAccept }: Marked) => {
  const { t, stage } = useWorkWords()
  return (
    <Space size={4} wrap>
      {worstFinding && (
        <StateTag tone={worstFinding === 'blocking' ? 'bad' : 'waiting'}>{t(`mark.${worstFinding}`)}</StateTag>
      )}
      {whyNotAccept !== null && <StateTag tone="quiet">{stage('notRecommended')}</StateTag>}
      {missingParts > 0 && <StateTag tone="bad">{t('missingParts', { count: missingParts })}</StateTag>}
      {openLeaks > 0 && <StateTag tone="waiting">{t('openLeaks', { count: openLeaks })}</StateTag>}
      {isLate && <StateTag tone="waiting">{t('mark.late')}</StateTag>}
      {isChanged && <StateTag tone="quiet">{t('mark.changed')}</StateTag>}
    </Space>
  )
}
