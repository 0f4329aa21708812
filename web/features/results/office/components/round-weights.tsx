import { Form, InputNumber } from 'antd'
import type { ActivityResults } from '@lectern/contract/results/results.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { RoundState } from '../../../rounds/office/components/round-state.tsx'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { Link } from '../../../../router/link.tsx'
import { percentMissing, type PrizeFields } from '../prize-fields.ts'
import { useResultWords } from '../result-words.ts'

interface RoundWeightsProps {
  rounds: ActivityResults['rounds']
  weights: PrizeFields['rounds']
}

/** What each round counts for the total. */
export const RoundWeights = ({ rounds, weights }: RoundWeightsProps) => {
  const { t, intl } = useResultWords()
  const missing = percentMissing(weights)
  return (
    <fieldset style={{ margin: '0 0 24px', padding: 0, border: 0 }}>
      <legend style={{ marginBottom: 8, border: 0, fontSize: 16, fontWeight: 600 }}>{t('weights')}</legend>
      <p style={{ marginBlock: '0 12px', color: 'var(--ink-2)' }}>{t('weights.help')}</p>
      <div style={{ display: 'grid', gap: 8 }}>
        {rounds.map(({ id, name, state }) => (
          <div key={id} style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' }}>
            <Form.Item name={['rules', 'rounds', id]} noStyle>
              <InputNumber
                aria-label={t('weight.of', { name })}
                min={0}
                max={100}
                precision={1}
                suffix="%"
                style={{ width: 120 }}
              />
            </Form.Item>
            <Link to={roundAddress(id)}>{name}</Link>
            <RoundState state={state} />
          </div>
        ))}
      </div>
      <p role="status" style={{ margin: '8px 0 0' }}>
        <StateTag tone={missing === 0 ? 'good' : 'waiting'}>
          {missing === 0
            ? t('weights.right')
            : t(missing > 0 ? 'weights.less' : 'weights.more', {
                percent: intl.formatNumber(Math.abs(missing) / 100, { style: 'percent', maximumFractionDigits: 1 }),
              })}
        </StateTag>
      </p>
    </fieldset>
  )
}
