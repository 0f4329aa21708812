import { Button, Dropdown } from 'antd'
import { Icon } from '../../../ui/icons.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './row-actions.module.css'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  /** Why the action is not allowed; absent: it is. */
  why?: string | null | undefined
  onClick: () => void
}

/**
 * The actions of a row behind one button; `name` identifies the row for screen readers. Reasons stand below them: a
 * title is not shown on phones.
 */
export const RowActions = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => {
  const intl = useIntl()
  const reasons = [...new Set(actions.flatMap(({ why }) => why ?? []))]
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...actions.map(({ key, label, danger = false, why, onClick }) => ({
            key,
            label,
            danger,
            disabled: typeof why === 'string',
            title: why ?? '',
            onClick,
          })),
          ...reasons.map((reason) => ({
            key: reason,
            type: 'group' as const,
            label: <span className={styles.reason}>{reason}</span>,
          })),
        ],
      }}
    >
      <Button
        size="small"
        type="text"
        aria-haspopup="menu"
        aria-label={intl.formatMessage({ id: 'office.list.actionsOf' }, { name })}
        icon={
          <Icon>
            <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />
          </Icon>
        }
      />
    </Dropdown>
  )
}
