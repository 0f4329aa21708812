import { readExpertOrder, reorderExperts } from '@lectern/contract/experts/experts.ts'
import { App, Drawer, Skeleton } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useArrangement } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { ExpertState } from './expert-state.tsx'

type Order = AnswerOf<typeof readExpertOrder>

interface NamesProps extends Order {
  client: Client
  onFailed: () => void
}

const Names = ({ client, list, order, onFailed }: NamesProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const { ids, place } = useArrangement({
    ids: list.map(({ id }) => id),
    order,
    save: (next, basedOn) => client(reorderExperts, { body: { ids: next, basedOn } }, formCall),
    onFailed: (isOutdated) => {
      if (isOutdated) void message.warning(intl.formatMessage({ id: 'office.arrange.outdated' }))
      onFailed()
    },
  })
  const experts = new Map(list.map((expert) => [expert.id, expert]))
  return (
    <OrderedList
      label={intl.formatMessage({ id: 'office.experts.order' })}
      items={ids.map((id) => experts.get(id)!)}
      nameOf={({ name }) => name}
      onPlace={place}
    >
      {({ name, locale, state }) => (
        <>
          <span lang={locale}>{name}</span> {state !== 'published' && <ExpertState state={state} />}
        </>
      )}
    </OrderedList>
  )
}

/** Sorts all experts in one list, because an order across pages would be hard to see. */
export const ExpertOrder = ({ client, onClose }: { client: Client; onClose: () => void }) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [order, setOrder] = useState<Order>()
  const load = useCallback((): void => {
    client(readExpertOrder).then(setOrder, () => setOpen(false))
  }, [client])
  useEffect(load, [load])
  return (
    <Drawer
      open={isOpen}
      title={intl.formatMessage({ id: 'office.experts.order' })}
      size={480}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {order ? <Names client={client} {...order} onFailed={load} /> : <Skeleton active />}
    </Drawer>
  )
}
