import { Button, Checkbox, Popover } from 'antd'
import { FormattedMessage } from '../../../ui/intl.tsx'

interface ColumnChooserProps<Column extends string> {
  columns: readonly Column[]
  nameOf: (column: Column) => string
  visible: readonly Column[]
  onChoose: (columns: readonly string[]) => void
}

/** Chooses the visible columns; the first one is always visible. */
export const ColumnChooser = <Column extends string>(props: ColumnChooserProps<Column>) => {
  const { columns, nameOf, visible, onChoose } = props
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <Checkbox.Group
          value={[...visible]}
          onChange={onChoose}
          options={columns.map((name, position) => ({ value: name, label: nameOf(name), disabled: position === 0 }))}
          style={{ display: 'grid', gap: 4 }}
        />
      }
    >
      <Button>
        <FormattedMessage id="office.columns" />
      </Button>
    </Popover>
  )
}
