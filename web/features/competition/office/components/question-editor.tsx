import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Checkbox, Form, Input, InputNumber, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import type { AnsweredField } from '@lectern/contract/competition/activities.ts'
import { fileKindNames, maxFileMegabytes, maxFilesPerAnswer } from '@lectern/contract/enrolments/form-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { hasOptions, questionTypes, type Question } from '../question.ts'
import { QuestionCondition } from './question-condition.tsx'
import { QuestionOptions } from './question-options.tsx'
import { QuestionProfile } from './question-profile.tsx'

interface QuestionEditorProps {
  /** Index of the question. */
  at: number
  question: Question
  questions: readonly Question[]
  answered: AnsweredField | undefined
  language: Locale
}

/** Limits of an answer, by question type. */
const Limits = ({ at, question: { type } }: Pick<QuestionEditorProps, 'at' | 'question'>) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.limit.'>): string =>
    intl.formatMessage({ id: `office.activities.limit.${key}` })
  const item = (name: keyof Question, label: string, field: ReactNode) => (
    <Form.Item name={[at, name]} label={label}>
      {field}
    </Form.Item>
  )
  const number = (least?: number, most?: number) => (
    <InputNumber
      style={{ width: 160 }}
      {...(least !== undefined && { min: least })}
      {...(most !== undefined && { max: most })}
    />
  )
  switch (type) {
    case 'text':
      return item('maxLength', t('maxLength'), number(1, 500))
    case 'longText':
      return item('maxLength', t('maxLength'), number(1, 20_000))
    case 'number':
      return (
        <>
          <Space size="large" wrap>
            {item('min', t('min'), number())}
            {item('max', t('max'), number())}
          </Space>
          <Form.Item name={[at, 'whole']} valuePropName="checked">
            <Checkbox>{t('whole')}</Checkbox>
          </Form.Item>
        </>
      )
    case 'choices':
      return (
        <Space size="large" wrap>
          {item('min', t('least'), number(0, 100))}
          {item('max', t('most'), number(1, 100))}
        </Space>
      )
    case 'date':
      return (
        <Space size="large" wrap>
          {item('from', t('from'), <Input type="date" />)}
          {item('until', t('until'), <Input type="date" />)}
        </Space>
      )
    case 'file':
      return (
        <>
          {item(
            'kinds',
            t('kinds'),
            <Select
              mode="multiple"
              placeholder={t('kinds.any')}
              style={{ maxWidth: 480 }}
              showSearch={{ optionFilterProp: 'label' }}
              options={fileKindNames.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            />,
          )}
          <Space size="large" wrap>
            {item('maxMegabytes', t('maxMegabytes'), number(1, maxFileMegabytes))}
            {item('maxFiles', t('maxFiles'), number(1, maxFilesPerAnswer))}
          </Space>
          <Form.Item name={[at, 'sealed']} valuePropName="checked" extra={t('sealed.about')}>
            <Checkbox>{t('sealed')}</Checkbox>
          </Form.Item>
        </>
      )
    default:
      return null
  }
}

/** Edits one question: texts, type and limits. */
export const QuestionEditor = ({ at, question, questions, answered, language }: QuestionEditorProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.'>): string => intl.formatMessage({ id: `office.activities.${key}` })
  const isAgreement = question.type === 'agreement'
  return (
    <div style={{ paddingBlockStart: 16 }}>
      {/* Each language is a separate field; the form keeps the values of the others. */}
      <Form.Item
        key={`label ${language}`}
        name={[at, 'label', language]}
        label={t(isAgreement ? 'agreementLabel' : 'label')}
      >
        <Input lang={language} maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item key={`help ${language}`} name={[at, 'help', language]} label={t('help')}>
        <Input.TextArea lang={language} maxLength={1_000} autoSize={{ minRows: 2, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name={[at, 'type']} label={t('type')} {...(answered?.type && { extra: answered.type })}>
        <Select
          disabled={answered !== undefined && answered.type !== null}
          options={questionTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          style={{ maxWidth: 320 }}
        />
      </Form.Item>
      {hasOptions(question) && (
        <QuestionOptions at={at} options={question.options ?? []} answered={answered} language={language} />
      )}
      <Limits at={at} question={question} />
      <QuestionProfile at={at} question={question} />
      <QuestionCondition at={at} questions={questions} />
      <Form.Item name={[at, 'required']} valuePropName="checked" style={{ marginBottom: 8 }}>
        <Checkbox>{t('required')}</Checkbox>
      </Form.Item>
      <Form.Item name={[at, 'personal']} valuePropName="checked" extra={t('personalHelp')}>
        <Checkbox>{t('personal')}</Checkbox>
      </Form.Item>
    </div>
  )
}
