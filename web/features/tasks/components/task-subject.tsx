import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import { Typography } from 'antd'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'

/** What a task is about, and the file that it made. */
export const TaskSubject = ({ task: { id, subject, link, file } }: { task: BackgroundTask }) => {
  const intl = useIntl()
  return (
    <div style={{ minWidth: 160, maxWidth: 320, overflowWrap: 'anywhere' }}>
      {link ? <Link to={link}>{subject}</Link> : subject}
      {file && (
        <div>
          <a href={`/api/tasks/${id}/file`} download>
            {file.name}
          </a>{' '}
          <Typography.Text type="secondary">
            {sizeIn(intl, file.size)} ·{' '}
            {intl.formatMessage(
              { id: 'office.tasks.fileUntil' },
              { moment: intl.formatMoment(file.until, 'tableDay') },
            )}
          </Typography.Text>
        </div>
      )}
    </div>
  )
}
