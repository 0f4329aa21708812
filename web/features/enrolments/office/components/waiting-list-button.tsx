import { Button, Space, Typography } from 'antd'
import type { Dossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface WaitingListButtonProps {
  dossier: Dossier
  /** Asks whether to put the team on the waiting list, or to remove it. */
  onAsk: () => void
}

/** Whether a draft is on the waiting list; puts it there, or says why that is not possible. */
export const WaitingListButton = ({
  dossier: { enrolment, isOwnActivity, whyNotWaiting },
  onAsk,
}: WaitingListButtonProps) => {
  const { waiting } = enrolment
  if (waiting)
    return (
      <Space wrap size={4}>
        <StateTag tone="waiting">
          <FormattedMessage id="office.activities.waiting.at" values={{ position: waiting.position }} />
        </StateTag>
        {!isOwnActivity && (
          <Button danger aria-haspopup="dialog" onClick={onAsk}>
            <FormattedMessage id="office.activities.waiting.remove" />
          </Button>
        )}
      </Space>
    )
  return (
    <Space wrap size={8}>
      <Button aria-haspopup="dialog" disabled={whyNotWaiting !== null} onClick={onAsk}>
        <FormattedMessage id="office.activities.waiting.add" />
      </Button>
      {whyNotWaiting && <Typography.Text type="secondary">{whyNotWaiting}</Typography.Text>}
    </Space>
  )
}
