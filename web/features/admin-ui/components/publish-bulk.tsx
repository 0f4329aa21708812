import type { Locale } from '@lectern/contract/locales.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button, Typography } from 'antd'
import { publishMoves, type PublishState } from '@lectern/contract/pages/publish-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useBulk } from '../use-bulk.tsx'
import { SelectionBar } from './selection-bar.tsx'

const actions = { publish: 'published', archive: 'archived' } as const satisfies Record<string, PublishState>
type Action = keyof typeof actions

/** Dated content with its title. */
interface Publishable {
  id: string
  state: PublishState
  title: string
  /** Language of the title, if it may differ from the reader's. */
  locale?: Locale
}

const titleOf = ({ title, locale }: Publishable) => <span lang={locale}>{title}</span>

const mayMove = ({ state }: Publishable, action: Action): boolean =>
  (publishMoves[state] as readonly PublishState[]).includes(actions[action])

interface PublishBulkProps<Item> {
  selected: readonly Item[]
  move: (item: Item, state: PublishState) => Promise<unknown>
  /** Called when all rows have been processed. */
  onDone: () => void
  onClear: () => void
}

/** Publishes or archives the selected items, after a confirmation that lists them. */
export const PublishBulk = <Item extends Publishable>({ selected, move, onDone, onClear }: PublishBulkProps<Item>) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.publishing.'>, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.publishing.${key}` }, values)
  const { ask, outcome } = useBulk<Item, Action>({
    rowKey: 'id',
    nameOf: titleOf,
    t,
    work: (item, action) => move(item, actions[action]),
    onDone,
  })
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('bulk.label')}>
          <Typography.Text strong>{t('bulk.selected', { count: selected.length })}</Typography.Text>
          {(Object.keys(actions) as Action[]).map((action) => {
            const items = selected.filter((item) => mayMove(item, action))
            return (
              <Button key={action} size="small" disabled={items.length === 0} onClick={() => ask(action, items)}>
                {t(action)}
              </Button>
            )
          })}
          <Button size="small" type="link" onClick={onClear}>
            {t('bulk.clear')}
          </Button>
        </SelectionBar>
      )}
      {outcome}
    </>
  )
}
