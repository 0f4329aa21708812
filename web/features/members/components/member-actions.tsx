import { App, Button, Space } from 'antd'
import {
  readMember,
  resetMemberSecondFactor,
  endMemberSessions,
  setMemberStatus,
  type Member,
} from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { failureOf } from '../../../request/request-error.ts'
import type { RowAction } from '../../admin-ui/components/row-actions.tsx'
import { useFullName, useMemberWords } from '../member-words.ts'

/** Actions for an account; each is confirmed with the member's name. */
type Asked = 'disable' | 'enable' | 'endSessions' | 'resetSecondFactor'

interface Changing {
  client: Client
  onChanged: (member: Member) => void
}

/** What can be done with the account of a member who is not the caller. */
export const useMemberActions = ({ client, onChanged }: Changing): ((member: Member) => RowAction[]) => {
  const fullName = useFullName()
  const { modal, message } = App.useApp()
  const { t } = useMemberWords()
  return (member) => {
    const { uid, version } = member
    const name = fullName(member)
    const refresh = async (): Promise<void> => onChanged(await client(readMember, { params: { uid } }))
    const asking = (action: Asked, work: () => Promise<string>, danger = true): RowAction => ({
      key: action,
      label: t(action),
      danger: action === 'disable',
      why: member.whyNot,
      onClick: () =>
        void modal.confirm({
          title: t(`${action}Title`, { name }),
          content: t(`${action}Help`),
          okText: t(action),
          okButtonProps: { danger },
          onOk: async () => {
            try {
              void message.success(await work())
            } catch (error) {
              // The request has shown the reason. Reload, so that the next attempt uses the stored version.
              if (failureOf(error)?.error === 'resource.changed') await refresh()
            }
          },
        }),
    })
    const setStatus = async (status: Member['status']): Promise<string> => {
      onChanged(await client(setMemberStatus, { params: { uid }, body: { status, version } }))
      return t(status === 'disabled' ? 'disableDone' : 'enableDone', { name })
    }
    const endSessions = async (): Promise<string> => {
      const { ended } = await client(endMemberSessions, { params: { uid } })
      await refresh()
      return t('endSessionsDone', { count: ended })
    }
    const resetSecondFactor = async (): Promise<string> => {
      await client(resetMemberSecondFactor, { params: { uid } })
      await refresh()
      return t('resetSecondFactorDone', { name })
    }
    return [
      member.status === 'active'
        ? asking('disable', () => setStatus('disabled'))
        : asking('enable', () => setStatus('active'), false),
      asking('endSessions', endSessions),
      ...(member.hasSecondFactor ? [asking('resetSecondFactor', resetSecondFactor)] : []),
    ]
  }
}

/** The actions as buttons. */
export const MemberActions = ({ member, ...changing }: Changing & { member: Member }) => {
  const actionsOf = useMemberActions(changing)
  return (
    <Space wrap>
      {actionsOf(member).map(({ key, label, danger = false, onClick }) => (
        <Button key={key} danger={danger} onClick={onClick}>
          {label}
        </Button>
      ))}
    </Space>
  )
}
