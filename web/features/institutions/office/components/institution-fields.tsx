import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import {
  maxAliases,
  maxInstitutionName,
  type InstitutionKind,
} from '@lectern/contract/institutions/institution-values.ts'
import type { Institution } from '@lectern/contract/institutions/institutions.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { useInstitutionWords } from '../institution-words.ts'

export interface InstitutionValues {
  name: LocalizedText
  code: string
  parentId: Institution['parentId'] | undefined
  aliases: string[]
}

export const valuesOf = ({ name, code, parentId, aliases }: Institution): InstitutionValues => ({
  name,
  code: code ?? '',
  parentId: parentId ?? undefined,
  aliases,
})

/** As they are sent: an empty field is null, an empty language is absent. */
export const bodyOf = ({ name, code, parentId, aliases }: InstitutionValues) => ({
  name: Object.fromEntries(
    Object.entries(name).flatMap(([locale, text]) => (text?.trim() ? [[locale, text.trim()]] : [])),
  ) as LocalizedText,
  code: code?.trim() || null,
  parentId: parentId ?? null,
  aliases: aliases ?? [],
})

interface InstitutionFieldsProps {
  kind: InstitutionKind
  provinces: readonly Institution[]
}

/** Names, code, province and other spellings of an institution. */
export const InstitutionFields = ({ kind, provinces }: InstitutionFieldsProps) => {
  const { locale } = useIntl()
  const { t, named } = useInstitutionWords()
  const [language, setLanguage] = useState<Locale>(locale)
  return (
    <>
      <LanguageBar value={language} onChange={setLanguage} />
      <LocalizedItem name="name" label={t('name')} language={language} most={maxInstitutionName} />
      <Form.Item name="code" label={t('code')} extra={t('codeHelp')}>
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      {kind === 'school' && (
        <Form.Item name="parentId" label={t('parent')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={provinces.map(({ id, name }) => ({ value: id, label: named(name) }))}
          />
        </Form.Item>
      )}
      <Form.Item name="aliases" label={t('aliases')} extra={t('aliasesHelp')}>
        <Select mode="tags" open={false} suffixIcon={null} maxCount={maxAliases} tokenSeparators={['、', ';', '；']} />
      </Form.Item>
    </>
  )
}
