import { Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import { defaultLocale, type Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { blankOf, type SectionType, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { RichText } from '../../../admin-ui/components/rich-text.tsx'
import { useEditorWords } from '../editor-words.ts'
import { planForm, type FieldPlan } from '../field-plan.ts'
import type { Content } from '../section-content.ts'
import styles from './content-form.module.css'
import { Field } from './field.tsx'
import { ItemList } from './item-list.tsx'

interface ContentFormProps {
  /** Decides the labels of the fields. */
  type: SectionType
  shape: Shape
  content: Content
  /** Prefix of the field paths, which are also the ids of the controls. */
  path: string
  /** The language that is being edited. */
  language: Locale
  problemAt: (path: string) => string | undefined
  /** `path`: of the changed field. */
  onChange: (content: Content, path: string) => void
}

type PlanOf<Control extends FieldPlan['control']> = Extract<FieldPlan, { control: Control }>

/** The source text, shown while another language is edited. */
const Source = ({ text, language }: { text: LocalizedText; language: Locale }) => {
  const { t } = useEditorWords()
  const source = text[defaultLocale]
  if (language === defaultLocale || !source) return null
  return (
    <>
      {t('source')} <span lang={defaultLocale}>{source}</span>
    </>
  )
}

const firstWords = (shape: Shape, item: Content, language: Locale): string => {
  const field = Object.keys(shape).find((name) => shape[name] === 'line')
  return field ? localize(item[field] ?? {}, language).text : ''
}

/** A form generated from a shape. */
export const ContentForm = ({ type, shape, content, path, language, problemAt, onChange }: ContentFormProps) => {
  const words = useEditorWords()

  const textField = (plan: PlanOf<'line' | 'lines' | 'html'>, label: string): ReactNode => {
    const text = (content[plan.field] ?? {}) as LocalizedText
    const value = text[language] ?? ''
    const change = (typed: string): void =>
      onChange({ ...content, [plan.field]: { ...text, [language]: typed } }, plan.path)
    const isHtml = plan.control === 'html'
    return (
      // Each language is a separate field.
      <Field
        key={plan.path}
        id={plan.path}
        label={label}
        named={isHtml}
        problem={problemAt(plan.path)}
        hint={
          !isHtml && language !== defaultLocale && text[defaultLocale] && <Source text={text} language={language} />
        }
      >
        {(control) => {
          if (isHtml) return <RichText id={control.id} value={value} onChange={change} lang={language} label={label} />
          const shared = { ...control, lang: language, maxLength: plan.most, value }
          return plan.control === 'line' ? (
            <Input {...shared} autoComplete="off" onChange={({ target }) => change(target.value)} />
          ) : (
            <Input.TextArea
              {...shared}
              autoSize={{ minRows: 2, maxRows: 12 }}
              onChange={({ target }) => change(target.value)}
            />
          )
        }}
      </Field>
    )
  }

  const fieldOf = (plan: FieldPlan): ReactNode => {
    const label = words.field(type, plan.field)
    const value = content[plan.field]
    const change = (next: unknown): void => onChange({ ...content, [plan.field]: next }, plan.path)
    const frame = { key: plan.path, id: plan.path, label, problem: problemAt(plan.path) }
    switch (plan.control) {
      case 'line':
      case 'lines':
      case 'html':
        return textField(plan, label)
      case 'plain':
      case 'link':
        return (
          <Field {...frame} key={frame.key}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={plan.most}
                placeholder={plan.control === 'link' ? words.t('linkHint') : undefined}
                value={value as string}
                onChange={({ target }) => change(target.value.trim() === '' ? '' : target.value)}
              />
            )}
          </Field>
        )
      case 'picture':
        return (
          <Field {...frame} key={frame.key} named>
            {(control) => (
              <UploadField
                id={control.id}
                aria-describedby={control['aria-describedby']}
                purpose="picture"
                label={label}
                value={value as FileId | null}
                onChange={change}
              />
            )}
          </Field>
        )
      case 'flag':
        return (
          <div key={frame.key}>
            <Checkbox id={plan.path} checked={value as boolean} onChange={({ target }) => change(target.checked)}>
              {label}
            </Checkbox>
          </div>
        )
      case 'count':
        return (
          <Field {...frame} key={frame.key}>
            {(control) => (
              <InputNumber
                {...control}
                min={plan.least}
                max={plan.most}
                precision={0}
                value={value as number}
                onChange={(next) => change(next ?? plan.least)}
              />
            )}
          </Field>
        )
      case 'choice':
        return (
          <Field {...frame} key={frame.key}>
            {(control) => (
              <Select
                {...control}
                className={styles.choice!}
                value={value as string}
                onChange={change}
                options={plan.choices.map((choice) => ({ value: choice, label: words.choice(plan.field, choice) }))}
              />
            )}
          </Field>
        )
      case 'items':
        return (
          <ItemList
            key={frame.key}
            label={label}
            items={value as Content[]}
            most={plan.most}
            wordsOf={(item) => firstWords(plan.shape, item, language)}
            blank={() => blankOf(plan.shape)}
            onChange={change}
          >
            {(item, position) => (
              <ContentForm
                {...{ type, language, problemAt }}
                shape={plan.shape}
                content={item}
                path={`${plan.path}.${position}`}
                onChange={(next, changed) =>
                  onChange({ ...content, [plan.field]: (value as Content[]).with(position, next) }, changed)
                }
              />
            )}
          </ItemList>
        )
    }
  }
  return <div className="stack-fit gap-16">{planForm(shape, path, language).map(fieldOf)}</div>
}
