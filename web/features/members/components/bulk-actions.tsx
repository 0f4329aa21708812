import { Button, Typography } from 'antd'
import { endMemberSessions, setMemberStatus, type Member } from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { SelectionBar } from '../../admin-ui/components/selection-bar.tsx'
import { useBulk } from '../../admin-ui/use-bulk.tsx'
import { useFullName, useMemberWords } from '../member-words.ts'

const actions = ['disable', 'enable', 'endSessions'] as const
type Action = (typeof actions)[number]

/** One request per member; failures are collected and shown at the end. */
const perform = (client: Client, action: Action, { uid, version }: Member): Promise<unknown> => {
  const quietly = { skipErrorHandler: true }
  if (action === 'endSessions') return client(endMemberSessions, { params: { uid } }, quietly)
  const status = action === 'disable' ? 'disabled' : 'active'
  return client(setMemberStatus, { params: { uid }, body: { status, version } }, quietly)
}

interface BulkActionsProps {
  client: Client
  selected: readonly Member[]
  /** Called when all rows have been processed. */
  onDone: () => void
  onClear: () => void
}

/** Actions for the selected members, after a confirmation that lists them. */
export const BulkActions = ({ client, selected, onDone, onClear }: BulkActionsProps) => {
  const fullName = useFullName()
  const { t } = useMemberWords()
  const { ask, outcome } = useBulk<Member, Action>({
    rowKey: 'uid',
    nameOf: fullName,
    t,
    work: (member, action) => perform(client, action, member),
    onDone,
  })
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('bulk.label')}>
          <Typography.Text strong>{t('bulk.selected', { count: selected.length })}</Typography.Text>
          {actions.map((action) => {
            const danger = action === 'disable'
            return (
              <Button key={action} size="small" danger={danger} onClick={() => ask(action, selected, { danger })}>
                {t(action)}
              </Button>
            )
          })}
          <Button size="small" type="text" onClick={onClear}>
            {t('bulk.clear')}
          </Button>
        </SelectionBar>
      )}
      {outcome}
    </>
  )
}
