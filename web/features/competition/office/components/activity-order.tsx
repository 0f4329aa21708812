import { readActivityOrder, reorderActivities } from '@lectern/contract/competition/activities.ts'
import { App, Drawer, Skeleton } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useArrangement } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { ActivityState } from './activity-state.tsx'

type Order = AnswerOf<typeof readActivityOrder>

interface OrderProps {
  client: Client
  editionId: EditionId
}

const Names = ({ client, editionId, list, order, onFailed }: OrderProps & Order & { onFailed: () => void }) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const { ids, place } = useArrangement({
    ids: list.map(({ id }) => id),
    order,
    save: (next, basedOn) => client(reorderActivities, { body: { editionId, ids: next, basedOn } }, formCall),
    onFailed: (isOutdated) => {
      if (isOutdated) void message.warning(intl.formatMessage({ id: 'office.arrange.outdated' }))
      onFailed()
    },
  })
  const activities = new Map(list.map((activity) => [activity.id, activity]))
  return (
    <OrderedList
      label={intl.formatMessage({ id: 'office.activities.order' })}
      items={ids.map((id) => activities.get(id)!)}
      nameOf={({ name }) => name}
      onPlace={place}
    >
      {({ code, name, locale, state }) => (
        <>
          <code>{code}</code> <span lang={locale}>{name}</span>{' '}
          {state !== 'published' && <ActivityState state={state} />}
        </>
      )}
    </OrderedList>
  )
}

/** Sorts the activities of an edition in the order that visitors see. */
export const ActivityOrder = ({ client, editionId, onClose }: OrderProps & { onClose: () => void }) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [order, setOrder] = useState<Order>()
  const load = useCallback((): void => {
    client(readActivityOrder, { query: { edition: editionId } }).then(setOrder, () => setOpen(false))
  }, [client, editionId])
  useEffect(load, [load])
  return (
    <Drawer
      open={isOpen}
      title={intl.formatMessage({ id: 'office.activities.order' })}
      size={480}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {order ? <Names {...{ client, editionId }} {...order} onFailed={load} /> : <Skeleton active />}
    </Drawer>
  )
}
