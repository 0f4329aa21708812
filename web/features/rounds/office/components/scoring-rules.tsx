import { Alert, Checkbox, Form, InputNumber, Radio, Select, Space } from 'antd'
import { localize } from '@lectern/contract/localized.ts'
import { aggregates, maxExpertsPerWork, maxWorksPerExpert, roundModes } from '@lectern/contract/review/review-values.ts'
import { pointSteps } from '@lectern/contract/rounds/points.ts'
import { tieKey, type RoundFields } from '../rules-fields.ts'
import { useRoundWords } from '../round-words.ts'

type Rules = RoundFields['rules']

/** Who judges how many works. */
export const AssignmentRules = ({ rules }: { rules: Rules }) => {
  const { t } = useRoundWords()
  return (
    <>
      <Form.Item name={['rules', 'mode']} label={t('mode')}>
        <Radio.Group
          options={roundModes.map((value) => ({
            value,
            label: (
              <>
                {t(`mode.${value}`)}
                <small style={{ display: 'block', color: 'var(--ink-2)' }}>{t(`mode.${value}.help`)}</small>
              </>
            ),
          }))}
          style={{ display: 'grid', gap: 8 }}
        />
      </Form.Item>
      <Space size="large" wrap align="start">
        {rules.mode === 'pool' && (
          <Form.Item name={['rules', 'expertsPerWork']} label={t('expertsPerWork')}>
            <InputNumber min={1} max={maxExpertsPerWork} precision={0} style={{ width: 140 }} />
          </Form.Item>
        )}
        <Form.Item name={['rules', 'maxWorks']} label={t('maxWorks')} extra={t('maxWorks.help')}>
          <InputNumber min={1} max={maxWorksPerExpert} precision={0} style={{ width: 140 }} />
        </Form.Item>
      </Space>
    </>
  )
}

/** How sheets become one score, and what happens where experts disagree or works are equal. */
export const ScoreRules = ({ rules }: { rules: Rules }) => {
  const { t, intl } = useRoundWords()
  const ties = [
    ...rules.criteria.map((one, index) => ({
      value: tieKey({ kind: 'criterion', id: one.id }),
      label: t('tie.criterion', {
        name: localize(one.label, intl.locale).text || t('criterion.at', { position: index + 1 }),
      }),
    })),
    { value: 'median', label: t('tie.median') },
    ...(rules.mode === 'panel' || rules.ties.includes('chair') ? [{ value: 'chair', label: t('tie.chair') }] : []),
  ]
  return (
    <>
      <Form.Item name={['rules', 'step']} label={t('step')}>
        <Select
          options={pointSteps.map((value) => ({
            value,
            label: t('pointsOf', { points: value / 100 }),
          }))}
          style={{ width: 160 }}
        />
      </Form.Item>
      <Form.Item name={['rules', 'aggregate']} label={t('aggregate')} extra={t(`aggregate.${rules.aggregate}.help`)}>
        <Select
          options={aggregates.map((value) => ({ value, label: t(`aggregate.${value}`) }))}
          style={{ maxWidth: 320 }}
        />
      </Form.Item>
      {rules.aggregate === 'tScore' && (
        <Alert type="warning" showIcon title={t('aggregate.tScore.warning')} style={{ marginBottom: 24 }} />
      )}
      <Form.Item name={['rules', 'ties']} label={t('ties')} extra={t('ties.help')}>
        <Select mode="multiple" options={ties} />
      </Form.Item>
      <Form.Item name={['rules', 'discrepancy']} label={t('discrepancy')} extra={t('discrepancy.help')}>
        <InputNumber min={0.01} max={100} precision={2} style={{ width: 140 }} />
      </Form.Item>
    </>
  )
}

/** What follows from the scores. */
export const OutcomeRules = ({ rules }: { rules: Rules }) => {
  const { t } = useRoundWords()
  const amount = (name: 'count' | 'percent' | 'min', most: number, precision: number) => (
    <Form.Item name={['rules', 'goesOn', name]} label={t(`goesOn.${name}`)}>
      <InputNumber min={precision > 0 ? 0 : 1} max={most} precision={precision} style={{ width: 140 }} />
    </Form.Item>
  )
  const { kind } = rules.goesOn
  return (
    <>
      <Space size="large" wrap align="start">
        <Form.Item name={['rules', 'goesOn', 'kind']} label={t('goesOn')}>
          <Select
            options={(['none', 'top', 'percent', 'score'] as const).map((value) => ({
              value,
              label: t(`goesOn.${value}`),
            }))}
            style={{ width: 320, maxWidth: '100%' }}
          />
        </Form.Item>
        {kind === 'top' && amount('count', 100_000, 0)}
        {kind === 'percent' && amount('percent', 100, 0)}
        {kind === 'score' && amount('min', 100, 2)}
      </Space>
      <Form.Item name={['rules', 'weight']} label={t('weight')} extra={t('weight.help')}>
        <InputNumber min={0} max={100} precision={1} style={{ width: 140 }} />
      </Form.Item>
    </>
  )
}

export const PracticeRule = () => {
  const { t } = useRoundWords()
  return (
    <Form.Item name={['rules', 'practice']} valuePropName="checked" extra={t('practice.help')}>
      <Checkbox>{t('practice')}</Checkbox>
    </Form.Item>
  )
}
