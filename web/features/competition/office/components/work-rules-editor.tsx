import { Checkbox, Form, InputNumber, Space, Typography } from 'antd'
import type { ActivitySource } from '@lectern/contract/competition/activities.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { maxTotalMegabytes, maxUploadMinutes, partTypes, cleanableTypes } from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { usePartWords } from '../part-words.ts'
import { typeName, type RulesFields } from '../work-fields.ts'
import { DeclarationList } from './declaration-list.tsx'
import { PartList } from './part-list.tsx'

interface WorkRulesEditorProps {
  rules: RulesFields
  used: ActivitySource['usedParts']
  language: Locale
  opened: ReadonlySet<string>
  onOpen: (id: string, isOpen: boolean) => void
  /** Sets a value of the form. */
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** Of these nobody can make a copy that does not tell who made it. */
const uncleanable = [
  ...new Set(
    Object.values(partTypes)
      .flatMap((types) => Object.keys(types))
      .filter((type) => !cleanableTypes.has(type)),
  ),
].map(typeName)

/** What teams hand in for an activity, and what they agree to. */
export const WorkRulesEditor = ({ rules, used, language, opened, onOpen, onSet }: WorkRulesEditorProps) => {
  const intl = useIntl()
  const t = usePartWords()
  return (
    <>
      <Typography.Paragraph type="secondary">{t('about')}</Typography.Paragraph>
      <PartList
        parts={rules.parts}
        used={used}
        blind={rules.blind}
        language={language}
        opened={opened}
        onOpen={onOpen}
        onSet={onSet}
      />
      <Form.Item
        name={['workRules', 'blind']}
        valuePropName="checked"
        extra={t('blind.help', { types: intl.formatList(uncleanable) })}
      >
        <Checkbox>{t('blind')}</Checkbox>
      </Form.Item>
      <DeclarationList declarations={rules.declarations} language={language} onSet={onSet} />
      <Space size="large" wrap align="start">
        <Form.Item name={['workRules', 'maxTotalMegabytes']} label={t('maxTotalMegabytes')}>
          <InputNumber min={1} max={maxTotalMegabytes} precision={0} style={{ width: 160 }} />
        </Form.Item>
        <Form.Item
          name={['workRules', 'uploadMinutes']}
          label={t('uploadMinutes')}
          extra={t('uploadMinutes.help')}
          style={{ maxWidth: 420 }}
        >
          <InputNumber min={0} max={maxUploadMinutes} precision={0} style={{ width: 160 }} />
        </Form.Item>
      </Space>
    </>
  )
}
