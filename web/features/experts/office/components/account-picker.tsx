import { listUsers } from '@lectern/contract/accounts/accounts.ts'
import { Select } from 'antd'
import { useState } from 'react'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useFullName } from '../../../members/member-words.ts'
import { useSearchResults } from '../../../admin-ui/use-search-results.ts'

interface AccountPickerProps {
  client: Client
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  value?: AccountId | null
  onChange?: (id: AccountId | null) => void
  /** The linked account, whose name is known. */
  linked: { uid: AccountId; username: string } | null | undefined
}

interface Option {
  value: AccountId
  label: string
}

/** Finds accounts of experts by name. */
export const AccountPicker = ({ client, id, value, onChange, linked }: AccountPickerProps) => {
  const fullName = useFullName()
  const intl = useIntl()
  const [chosen, setChosen] = useState<Option>()
  const { results, search } = useSearchResults<Option>(async (text) => {
    const query = { access: 'expert', status: 'active', ...(text && { search: text }) } as const
    const { list } = await client(listUsers, { query })
    return list.map((member) => ({ value: member.uid, label: fullName(member) }))
  })
  const accounts = [...(linked ? [{ value: linked.uid, label: linked.username }] : []), ...(chosen ? [chosen] : [])]
  const options = [
    ...results,
    ...accounts.filter((option) => !results.some(({ value: other }) => other === option.value)),
  ]
  return (
    <Select<AccountId, Option>
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: (text) => search(text) }}
      value={value ?? null}
      options={options}
      placeholder={intl.formatMessage({ id: 'office.experts.accountHint' })}
      notFoundContent={intl.formatMessage({ id: 'office.experts.accountNone' })}
      onOpenChange={(isOpen) => {
        if (isOpen) search('', 0)
      }}
      onChange={(next: AccountId | undefined) => {
        setChosen(options.find((option) => option.value === next))
        onChange?.(next ?? null)
      }}
    />
  )
}
