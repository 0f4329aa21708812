import { Button, Checkbox, Popover } from 'antd'
import { memberColumns, type MemberColumn } from '../chosen-columns.ts'
import { useMemberWords } from '../member-words.ts'

interface ColumnChooserProps {
  columns: readonly MemberColumn[]
  choose: (columns: readonly string[]) => void
}

/** Which columns the table has; that of usernames always. */
export const ColumnChooser = ({ columns, choose }: ColumnChooserProps) => {
  const { say, column } = useMemberWords()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          value={[...columns]}
          onChange={choose}
          options={memberColumns.map((name) => ({ value: name, label: column(name), disabled: name === 'username' }))}
          style={{ display: 'grid', gap: 4 }}
        />
      }
    >
      <Button>{say('columns')}</Button>
    </Popover>
  )
}
