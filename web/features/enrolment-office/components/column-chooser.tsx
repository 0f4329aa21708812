import { Button, Checkbox, Popover } from 'antd'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { enrolmentColumns, writeColumns, type EnrolmentColumn } from '../list-query.ts'

interface ColumnChooserProps {
  columns: readonly EnrolmentColumn[]
  choose: (columns: string | undefined) => void
}

/** Which columns the table has; that of numbers always. */
export const ColumnChooser = ({ columns, choose }: ColumnChooserProps) => {
  const { say } = useEnrolmentWords()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          value={[...columns]}
          onChange={(chosen) => choose(writeColumns(chosen))}
          options={enrolmentColumns.map((name) => ({
            value: name,
            label: say(`column.${name}`),
            disabled: name === 'number',
          }))}
          style={{ display: 'grid', gap: 4 }}
        />
      }
    >
      <Button>{say('columns')}</Button>
    </Popover>
  )
}
