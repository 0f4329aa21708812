import { App, Button, Space } from 'antd'
import type { Member } from '@lectern/contract/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { failureOf } from '../../../request/request-error.ts'
import { readMember, resetMemberSecondFactor, endMemberSessions, setMemberStatus } from '../api.ts'
import { useFullName, useMemberWords } from '../member-words.ts'

interface MemberActionsProps {
  client: Client
  member: Member
  onChanged: (member: Member) => void
}

/** Actions for the account; each is confirmed with the member's name. */
type Asked = 'disable' | 'enable' | 'endSessions' | 'resetSecondFactor'

export const MemberActions = ({ client, member, onChanged }: MemberActionsProps) => {
  const fullName = useFullName()
  const { modal, message } = App.useApp()
  const { t } = useMemberWords()
  const { uid, version } = member
  const name = fullName(member)
  const refresh = async (): Promise<void> => onChanged(await client(readMember, { params: { uid } }))

  const ask = (action: Asked, work: () => Promise<string>, danger = true): void => {
    modal.confirm({
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
    })
  }
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
  return (
    <Space wrap>
      {member.status === 'active' ? (
        <Button danger onClick={() => ask('disable', () => setStatus('disabled'))}>
          {t('disable')}
        </Button>
      ) : (
        <Button onClick={() => ask('enable', () => setStatus('active'), false)}>{t('enable')}</Button>
      )}
      <Button onClick={() => ask('endSessions', endSessions)}>{t('endSessions')}</Button>
      {member.hasSecondFactor && (
        <Button onClick={() => ask('resetSecondFactor', resetSecondFactor)}>{t('resetSecondFactor')}</Button>
      )}
    </Space>
  )
}
