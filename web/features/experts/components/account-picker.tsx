import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { memberList } from '../../members/api.ts'
import { useFullName } from '../../members/member-words.ts'

interface AccountPickerProps {
  client: Client
  /** Given by the form's item, as are value and onChange. */
  id?: string
  value?: AccountId | null
  onChange?: (id: AccountId | null) => void
  /** The account that is linked now, whose name is known. */
  linked: { uid: AccountId; username: string } | null | undefined
}

interface Option {
  value: AccountId
  label: string
}

const restMilliseconds = 250

/** Accounts of experts, found by what they are called. */
export const AccountPicker = ({ client, id, value, onChange, linked }: AccountPickerProps) => {
  const fullName = useFullName()
  const intl = useIntl()
  const [found, setFound] = useState<Option[]>([])
  const [chosen, setChosen] = useState<Option>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const find = async (search: string): Promise<void> => {
    asked.current += 1
    const turn = asked.current
    const query = { access: 'expert', status: 'active', ...(search && { search }) } as const
    const { list } = await client(memberList, { query })
    // Answers may come in another order than they were asked for.
    if (turn === asked.current) setFound(list.map((member) => ({ value: member.uid, label: fullName(member) })))
  }
  const findSoon = (search: string, delay = restMilliseconds): void => {
    clearTimeout(timer.current)
    // What goes wrong, the request says.
    timer.current = setTimeout(() => void find(search.trim()).catch(() => undefined), delay)
  }
  const known = [...(linked ? [{ value: linked.uid, label: linked.username }] : []), ...(chosen ? [chosen] : [])]
  const options = [...found, ...known.filter((option) => !found.some(({ value: other }) => other === option.value))]
  return (
    <Select<AccountId, Option>
      {...(id && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: (text) => findSoon(text) }}
      value={value ?? null}
      options={options}
      placeholder={intl.formatMessage({ id: 'office.experts.accountHint' })}
      notFoundContent={intl.formatMessage({ id: 'office.experts.accountNone' })}
      onOpenChange={(isOpen) => {
        if (isOpen) findSoon('', 0)
      }}
      onChange={(next: AccountId | undefined) => {
        setChosen(options.find((option) => option.value === next))
        onChange?.(next ?? null)
      }}
    />
  )
}
