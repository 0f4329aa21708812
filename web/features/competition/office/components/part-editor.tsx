import { Checkbox, Form, Input, InputNumber, Select, Space } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import {
  isFilePart,
  maxFileMegabytes,
  maxFilesPerPart,
  partKinds,
  partTypes,
  type FilePartKind,
} from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { usePartWords } from '../part-words.ts'
import { chosenTypes, typeName, usableTypes, type PartFields } from '../work-fields.ts'
import { PartLimitFields } from './part-limits.tsx'

interface TypesFieldProps {
  part: PartFields & { kind: FilePartKind }
  blind: boolean
  label: string
  value?: string[]
  onChange?: (types: string[]) => void
}

/** Which types of files are taken. All of them are stored as none, so that types that are added later are taken too. */
const TypesField = ({ part, blind, label, value, onChange }: TypesFieldProps) => {
  const usable = usableTypes(part, blind)
  const chosen = chosenTypes({ ...part, types: value ?? [] }, blind)
  return (
    <Checkbox.Group
      role="group"
      aria-label={label}
      value={chosen}
      onChange={(next) => onChange?.(next.length === usable.length ? [] : next)}
      options={Object.keys(partTypes[part.kind]).map((type) => ({
        value: type,
        label: typeName(type),
        // One stays: a part that takes no file could never be handed in.
        disabled: !usable.includes(type) || (chosen.length === 1 && chosen.includes(type)),
      }))}
    />
  )
}

interface PartEditorProps {
  /** Place of the part in the list. */
  at: number
  part: PartFields
  blind: boolean
  /** Works that have something for this part. */
  works: number
  language: Locale
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** Files of a part: their types, their size and how many. */
const FileFields = ({ at, part, blind }: Pick<PartEditorProps, 'at' | 'part' | 'blind'>) => {
  const intl = useIntl()
  const t = usePartWords()
  const { kind } = part
  if (!isFilePart(kind)) return null
  const refused = Object.keys(partTypes[kind]).filter((type) => !usableTypes(part, blind).includes(type))
  const number = (name: 'minFiles' | 'maxFiles' | 'maxMegabytes', most: number) => (
    <Form.Item name={[at, name]} label={t(name)}>
      <InputNumber min={1} max={most} precision={0} style={{ width: 160 }} />
    </Form.Item>
  )
  return (
    <>
      <Form.Item
        name={[at, 'types']}
        label={t('types')}
        {...(refused.length > 0 && { extra: t('types.blind', { types: intl.formatList(refused.map(typeName)) }) })}
      >
        <TypesField part={{ ...part, kind }} blind={blind} label={t('types')} />
      </Form.Item>
      <Space size="large" wrap align="start">
        {number('maxMegabytes', maxFileMegabytes)}
        {number('minFiles', maxFilesPerPart)}
        {number('maxFiles', maxFilesPerPart)}
      </Space>
    </>
  )
}

/** One part: its words, its kind and what is accepted. */
export const PartEditor = ({ at, part, blind, works, language, onSet }: PartEditorProps) => {
  const t = usePartWords()
  const check = (name: 'required' | 'forExperts' | 'forPublic', help?: string) => (
    <Form.Item name={[at, name]} valuePropName="checked" style={{ marginBottom: 8 }} {...(help && { extra: help })}>
      <Checkbox>{t(name)}</Checkbox>
    </Form.Item>
  )
  return (
    <div style={{ paddingBlockStart: 16 }}>
      {/* Another language is another field: what was typed stays in the form's values. */}
      <Form.Item key={`label ${language}`} name={[at, 'label', language]} label={t('label')}>
        <Input lang={language} maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item key={`help ${language}`} name={[at, 'help', language]} label={t('help')}>
        <Input.TextArea lang={language} maxLength={1_000} autoSize={{ minRows: 2, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name={[at, 'kind']} label={t('kind')} {...(works > 0 && { extra: t('inUse', { works }) })}>
        <Select
          disabled={works > 0}
          options={partKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          style={{ maxWidth: 320 }}
        />
      </Form.Item>
      <FileFields at={at} part={part} blind={blind} />
      <PartLimitFields at={at} part={part} onSet={onSet} />
      {check('required')}
      {check('forExperts')}
      {check('forPublic', t('forPublic.help'))}
    </div>
  )
}
