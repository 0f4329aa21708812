import { Form, Select, Space } from 'antd'
import { borderTies, quotaRoundings } from '@lectern/contract/results/result-values.ts'
import type { ActivityResults } from '@lectern/contract/results/results.ts'
import type { PrizeFields } from '../prize-fields.ts'
import { useResultWords } from '../result-words.ts'

interface AwardRulesProps {
  groups: ActivityResults['groups']
  rules: PrizeFields
}

/** Which works are ranked apart, how shares are rounded, and what happens at the border of a prize. */
export const AwardRules = ({ groups, rules }: AwardRulesProps) => {
  const { t } = useResultWords()
  const width = { width: 264, maxWidth: '100%' }
  return (
    <Space size={[24, 0]} wrap align="start">
      {groups.length > 0 && (
        <Form.Item name={['rules', 'group']} label={t('group')} extra={t('group.help')} style={width}>
          <Select
            allowClear
            placeholder={t('group.none')}
            options={groups.map(({ id, label }) => ({ value: id, label }))}
            popupMatchSelectWidth={false}
          />
        </Form.Item>
      )}
      <Form.Item name={['rules', 'rounding']} label={t('rounding')} extra={t('rounding.help')} style={width}>
        <Select options={quotaRoundings.map((value) => ({ value, label: t(`rounding.${value}`) }))} />
      </Form.Item>
      <Form.Item name={['rules', 'ties']} label={t('ties')} extra={t(`ties.${rules.ties}.help`)} style={width}>
        <Select
          options={borderTies.map((value) => ({ value, label: t(`ties.${value}`) }))}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
    </Space>
  )
}
