import type { TableColumnType } from 'antd'
import { useIntl } from '../../ui/intl.tsx'
import { RowActions, type RowAction } from './components/row-actions.tsx'

/** The last column of a table, fixed so that it is visible on narrow screens. */
export const useActionsColumn = () => {
  const intl = useIntl()
  return <Item,>(
    nameOf: (item: Item) => string,
    /** Empty: no actions for this row. */
    actionsOf: (item: Item) => readonly RowAction[],
  ): TableColumnType<Item> & { key: 'actions' } => ({
    key: 'actions',
    title: <span className="visually-hidden">{intl.formatMessage({ id: 'office.actions' })}</span>,
    fixed: 'end',
    width: 48,
    render: (_, item) => {
      const actions = actionsOf(item)
      return actions.length > 0 && <RowActions name={nameOf(item)} actions={actions} />
    },
  })
}
