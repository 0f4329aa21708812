import { readDiskSpace } from '@lectern/contract/files/files.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'

type Disk = AnswerOf<typeof readDiskSpace>['disk']

/** Warns organisers before the disk is full; otherwise shows nothing. */
export const DiskSpace = ({ client }: { client: Client }) => {
  const intl = useIntl()
  const [disk, setDisk] = useState<Disk>(null)
  useEffect(() => {
    client(readDiskSpace, undefined, { skipErrorHandler: true }).then(
      (answer) => setDisk(answer.disk),
      () => undefined,
    )
  }, [client])
  if (!disk?.isLow) return null
  const isFull = disk.usable <= disk.promised
  const share = intl.formatNumber(disk.usedShare, { style: 'percent' })
  return (
    <Alert
      type={isFull ? 'error' : 'warning'}
      showIcon
      title={intl.formatMessage(
        { id: isFull ? 'office.disk.full' : 'office.disk.low' },
        { share, free: sizeIn(intl, disk.free), total: sizeIn(intl, disk.total) },
      )}
      description={intl.formatMessage({ id: 'office.disk.advice' })}
    />
  )
}
