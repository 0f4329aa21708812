import { Button, Drawer, Skeleton, Space, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { RevisionKind } from '@lectern/contract/revisions/revision-kinds.ts'
import { readRevision, listRevisions, type RevisionHead } from '@lectern/contract/revisions/revisions.ts'
import type { Client } from '../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Moment } from '../../../ui/moment.tsx'

interface HistoryDrawerProps<Content> {
  client: Client
  kind: RevisionKind
  id: string
  /** The stored version. */
  current: number
  onLook?: (content: Content) => void
  /** Puts a former version into the form without saving. */
  onTakeBack: (content: Content, number: number) => void
  onClose: () => void
}

/** All versions with author and time; each can be viewed and restored. */
export const HistoryDrawer = <Content,>(props: HistoryDrawerProps<Content>) => {
  const { client, kind, id, current, onLook, onTakeBack, onClose } = props
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [revisions, setRevisions] = useState<readonly RevisionHead[]>()
  useEffect(() => {
    let isCurrent = true
    client(listRevisions, { params: { kind, id } }).then(
      ({ list }) => isCurrent && setRevisions(list),
      // The request has shown the reason.
      () => isCurrent && setOpen(false),
    )
    return () => {
      isCurrent = false
    }
  }, [client, kind, id])
  const read = async (number: number): Promise<Content | undefined> => {
    try {
      const revision = await client(readRevision, { params: { kind, id, number: String(number) } })
      return revision.content as Content
    } catch {
      return undefined
    }
  }
  const look = async (number: number): Promise<void> => {
    const content = await read(number)
    if (content) onLook?.(content)
  }
  const takeBack = async (number: number): Promise<void> => {
    const content = await read(number)
    if (!content) return
    setOpen(false)
    onTakeBack(content, number)
  }
  return (
    <Drawer
      open={isOpen}
      title={intl.formatMessage({ id: 'office.history.title' })}
      size={440}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      {!revisions && <Skeleton active />}
      {revisions?.length === 0 && <FormattedMessage id="office.history.none" />}
      <ul style={{ display: 'grid', gap: 16, padding: 0, listStyle: 'none' }}>
        {revisions?.map(({ number, at, by }) => (
          <li key={number} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'space-between' }}>
            <div>
              <Typography.Text strong>
                <FormattedMessage id="office.history.version" values={{ number }} />
              </Typography.Text>{' '}
              {number === current && (
                <Typography.Text type="secondary">
                  <FormattedMessage id="office.history.current" />
                </Typography.Text>
              )}
              <br />
              <Moment value={at} />
              {/* Versions of the initial data and of deleted accounts have no author. */}
              {by !== null && ` · ${by}`}
            </div>
            <Space>
              {onLook && (
                <Button
                  size="small"
                  aria-label={intl.formatMessage({ id: 'office.history.lookAt' }, { number })}
                  onClick={() => void look(number)}
                >
                  <FormattedMessage id="office.history.look" />
                </Button>
              )}
              <Button
                size="small"
                aria-label={intl.formatMessage({ id: 'office.history.takeBackOf' }, { number })}
                onClick={() => void takeBack(number)}
              >
                <FormattedMessage id="office.history.takeBack" />
              </Button>
            </Space>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
