import { Modal } from 'antd'
import { useState } from 'react'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { acknowledgement, LeftOutQuestion } from '../../../admin-ui/components/left-out-question.tsx'
import { useRoundWords } from '../round-words.ts'

interface OpenRoundProps {
  round: Round
  /** Throws if it was refused: the dialog stays open with what is left out now. */
  onOpen: (details: ReturnType<typeof acknowledgement>) => Promise<void>
  onClose: () => void
}

/** Opens a round, after its organiser has seen what it leaves out. */
export const OpenRound = ({ round: { leavesOut }, onOpen, onClose }: OpenRoundProps) => {
  const { t } = useRoundWords()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [ends, setEnds] = useState(true)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await onOpen(acknowledgement(leavesOut, ends))
      setOpen(false)
    } catch {
      // The request has shown why it failed.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open={isOpen}
      title={t('ask.open')}
      okText={t('do.open')}
      okButtonProps={{ loading: isBusy }}
      onOk={() => void send()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ margin: 0 }}>{t('help.open')}</p>
      {leavesOut && <LeftOutQuestion leavesOut={leavesOut} ends={ends} onChange={setEnds} />}
    </Modal>
  )
}
