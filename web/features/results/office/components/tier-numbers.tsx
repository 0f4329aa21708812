import { Form, InputNumber, Select } from 'antd'
import { maxTierPlaces } from '@lectern/contract/results/result-values.ts'
import type { TierFields } from '../prize-fields.ts'
import { useResultWords } from '../result-words.ts'
import styles from './tier-numbers.module.css'

interface TierNumbersProps {
  /** Of the prize, in the form or in the list that it is part of. */
  path: readonly (string | number)[]
  tier: TierFields
}

/** How many works get a prize, and which may not. */
export const TierNumbers = ({ path: before, tier }: TierNumbersProps) => {
  const { t } = useResultWords()
  const path = (field: keyof TierFields) => [...before, field]
  return (
    <div className={styles.numbers}>
      <Form.Item name={path('kind')} label={t('quota')}>
        <Select
          options={(['percent', 'count'] as const).map((value) => ({ value, label: t(`quota.${value}`) }))}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
      {tier.kind === 'count' ? (
        <Form.Item key="count" name={path('count')} label={t('quota.places')}>
          <InputNumber min={0} max={maxTierPlaces} precision={0} />
        </Form.Item>
      ) : (
        <Form.Item key="percent" name={path('percent')} label={t('quota.share')}>
          <InputNumber min={0} max={100} step={1} precision={1} suffix="%" />
        </Form.Item>
      )}
      <Form.Item name={path('minScore')} label={t('minScore')}>
        <InputNumber min={0} max={100} precision={2} placeholder={t('noLimit')} />
      </Form.Item>
      <Form.Item name={path('maxPerInstitution')} label={t('maxPerInstitution')}>
        <InputNumber min={1} max={1_000} precision={0} placeholder={t('noLimit')} />
      </Form.Item>
    </div>
  )
}
