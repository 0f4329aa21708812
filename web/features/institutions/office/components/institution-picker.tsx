import { Select } from 'antd'
import { useState } from 'react'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { InstitutionKind } from '@lectern/contract/institutions/institution-values.ts'
import { findInstitutions, type ShownInstitution } from '@lectern/contract/institutions/institutions.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useSearchResults } from '../../../admin-ui/use-search-results.ts'

interface InstitutionPickerProps {
  client: Client
  kind: InstitutionKind
  label: string
  /** What cannot be chosen here. */
  without?: InstitutionId
  /** Shown before anything is typed. */
  suggestions?: readonly ShownInstitution[]
  value?: InstitutionId | undefined
  onChange?: (id: InstitutionId | undefined) => void
}

/** Chooses an institution by typing its name, another spelling, pinyin or its initials. */
export const InstitutionPicker = (props: InstitutionPickerProps) => {
  const { client, kind, label, without, suggestions = [], value, onChange } = props
  const { locale } = useIntl()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ShownInstitution>()
  const { results, search } = useSearchResults<ShownInstitution>(async (text) =>
    text === '' ? [] : (await client(findInstitutions, { query: { search: text, kind } })).list,
  )
  const current = chosen && chosen.id === value ? [chosen] : []
  const list = typed === '' ? [...current, ...suggestions.filter(({ id }) => id !== chosen?.id)] : results
  return (
    <Select<InstitutionId>
      aria-label={label}
      placeholder={label}
      allowClear
      value={value ?? null}
      style={{ width: '100%', minWidth: 220 }}
      showSearch={{
        filterOption: false,
        onSearch: (text) => {
          setTyped(text)
          search(text)
        },
      }}
      options={list
        .filter(({ id }) => id !== without)
        .map(({ id, name, parent }) => ({ value: id, label: parent ? withNote(locale, name, parent) : name }))}
      onChange={(id) => {
        setChosen(list.find((one) => one.id === id))
        setTyped('')
        onChange?.(id ?? undefined)
      }}
    />
  )
}
