import type { MessageId } from '@lectern/messages/message-id.ts'
import { App } from 'antd'
import { publishMoves, type PublishState } from '@lectern/contract/pages/publish-values.ts'
import { useIntl } from '../../ui/intl.tsx'
import type { RowAction } from './components/row-actions.tsx'

interface Wanted<Item> {
  /** Opens the editor. */
  edit: (item: Item) => void
  move: (item: Item, state: PublishState) => Promise<unknown>
  /** Asks for confirmation before deleting; published items must be archived first. */
  remove: (item: Item) => void
  /** Reloads the stored state. */
  onDone: () => void
}

/** Row actions for dated content. Scheduling is only available in the editor. */
export const usePublishActions = <Item extends { state: PublishState }>({
  edit,
  move,
  remove,
  onDone,
}: Wanted<Item>) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const t = (id: MessageId): string => intl.formatMessage({ id })
  const start = async (item: Item, state: PublishState): Promise<void> => {
    try {
      await move(item, state)
      void message.success(t(`office.publishing.moved.${state}`))
    } catch {
      // The request has shown the reason.
    }
    onDone()
  }
  return (item: Item): RowAction[] => {
    const { state } = item
    const moves: readonly PublishState[] = publishMoves[state]
    return [
      { key: 'edit', label: t('office.list.edit'), onClick: () => edit(item) },
      ...moves
        .filter((next) => next !== 'scheduled')
        .map((next) => ({
          key: next,
          label: t(`office.publishing.move.${next}`),
          onClick: () => void start(item, next),
        })),
      {
        key: 'delete',
        label: t('office.delete.confirm'),
        danger: true,
        why: state === 'draft' || state === 'archived' ? null : t('office.list.archiveFirst'),
        onClick: () => remove(item),
      },
    ]
  }
}
