import { Form, Select } from 'antd'
import { accesses } from '@lectern/contract/accounts/account-values.ts'
import { useMemberWords } from '../member-words.ts'

interface AccessFieldProps {
  isFixed?: boolean
  /** Below the field. */
  extra?: string
  /** Why the reader, who takes part, makes nobody an organiser; null: they may. */
  whyNotAppoint: string | null
}

/** What a member may do. */
export const AccessField = ({ isFixed = false, extra, whyNotAppoint }: AccessFieldProps) => {
  const { t, column, access } = useMemberWords()
  const help = extra ?? (whyNotAppoint === null ? undefined : t('whyNotAppoint', { why: whyNotAppoint }))
  return (
    <Form.Item name="access" label={column('access')} {...(help !== undefined && { extra: help })}>
      <Select
        {...(isFixed && { disabled: true })}
        options={accesses.map((value) => ({
          value,
          label: access(value),
          disabled: value === 'admin' && whyNotAppoint !== null,
        }))}
      />
    </Form.Item>
  )
}
