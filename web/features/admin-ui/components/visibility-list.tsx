import { App, Space, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import { go } from '../../../router/history.ts'
import { Link } from '../../../router/link.tsx'
import { useRouter } from '../../../router/router-context.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { useArrangement } from '../arrangement.ts'
import { OrderedList } from './ordered-list.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import { RowActions } from './row-actions.tsx'
import styles from './visibility-list.module.css'

interface VisibilityListProps<Id extends string, Item extends { id: Id; visible: boolean }> {
  label: string
  items: readonly Item[]
  /** Mark of the order of the items. */
  order: string
  /** Which items are listed; hidden ones keep their places. */
  isListed?: (item: Item) => boolean
  nameOf: (item: Item) => string
  /** Address of the editor. */
  addressOf: (item: Item) => string
  switchLabel: (name: string) => string
  onReorder: (ids: Id[], basedOn: string) => Promise<{ order: string }>
  onSwitch: (item: Item, visible: boolean) => Promise<unknown>
  onDelete: (item: Item) => Promise<unknown>
  /** Called after every change, also a failed one. */
  onChanged: () => void
  renderPicture: (item: Item) => ReactNode
  /** Details of an item, shown under its name. */
  children: (item: Item) => ReactNode
}

/** Content in the order that visitors see, with a switch to show or hide each item. */
export const VisibilityList = <Id extends string, Item extends { id: Id; visible: boolean }>(
  props: VisibilityListProps<Id, Item>,
) => {
  const { label, items, order, isListed = () => true, nameOf, addressOf, switchLabel } = props
  const { onReorder, onSwitch, onDelete, onChanged, renderPicture, children } = props
  const intl = useIntl()
  const router = useRouter()
  const { message } = App.useApp()
  const [leaving, setLeaving] = useState<Item>()
  const [busy, setBusy] = useState<Id>()
  const { ids, place } = useArrangement({
    ids: items.map(({ id }) => id),
    order,
    save: onReorder,
    onFailed: (isOutdated) => {
      if (isOutdated) void message.warning(intl.formatMessage({ id: 'office.arrange.outdated' }))
      onChanged()
    },
  })
  const toggle = async (item: Item, visible: boolean): Promise<void> => {
    setBusy(item.id)
    try {
      await onSwitch(item, visible)
    } catch {
      // The request has shown the reason.
    }
    setBusy(undefined)
    onChanged()
  }
  return (
    <>
      <OrderedList
        label={label}
        items={ids.map((id) => items.find((item) => item.id === id)!).filter(isListed)}
        nameOf={nameOf}
        onPlace={place}
      >
        {(item) => (
          <div className={`cluster ${styles.item}`}>
            {renderPicture(item)}
            <div className={`stack gap-4 ${styles.text}`}>
              <Link to={addressOf(item)} className={styles.name}>
                {nameOf(item)}
              </Link>
              <Space wrap size={[8, 4]}>
                {children(item)}
              </Space>
            </div>
            <Space>
              <Switch
                checked={item.visible}
                loading={busy === item.id}
                aria-label={switchLabel(nameOf(item))}
                onChange={(visible) => void toggle(item, visible)}
              />
              <RowActions
                name={nameOf(item)}
                actions={[
                  {
                    key: 'edit',
                    label: intl.formatMessage({ id: 'office.list.edit' }),
                    onClick: () => void go(router, addressOf(item)),
                  },
                  {
                    key: 'delete',
                    label: intl.formatMessage({ id: 'office.delete.confirm' }),
                    danger: true,
                    onClick: () => setLeaving(item),
                  },
                ]}
              />
            </Space>
          </div>
        )}
      </OrderedList>
      {leaving && (
        <ConfirmDelete
          name={nameOf(leaving)}
          onDelete={async () => {
            await onDelete(leaving).finally(onChanged)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}
