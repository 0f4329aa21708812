import { App, Button, Modal, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { EditionId } from '@lectern/contract/ids.ts'
import type { OfficePhase, PhaseEffects } from '@lectern/contract/phases.ts'
import type { Client } from '../../../request/client.ts'
import { phaseDeletion, phaseForesight } from '../api.ts'
import type { PhaseWords } from '../phase-words.ts'
import { EffectsNotice } from './effects-notice.tsx'

interface PhaseRemovalProps {
  client: Client
  editionId: EditionId
  phase: OfficePhase
  place: string
  words: PhaseWords
  /** Shows what is stored now. */
  onDeleted: () => Promise<unknown>
  onClose: () => void
}

/** Deletes a phase once it has been told what that means. */
export const PhaseRemoval = ({ client, editionId, phase, place, words, onDeleted, onClose }: PhaseRemovalProps) => {
  const { say, kindName } = words
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [effects, setEffects] = useState<PhaseEffects>()
  const { kind, activityId } = phase
  useEffect(() => {
    const query = { edition: editionId, kind, ...(activityId && { activity: activityId }) }
    client(phaseForesight, { query }).then(setEffects, () => setOpen(false))
  }, [client, editionId, kind, activityId])
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await client(phaseDeletion, { params: { id: phase.id }, query: { version: String(phase.version) } })
      void message.success(say('deleted'))
    } catch {
      // The request has said why; what is stored now is shown.
    }
    await onDeleted()
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      title={say('deleteTitle', { name: say('name', { kind: kindName(kind), place }) })}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={[
        <Button key="cancel" onClick={() => setOpen(false)}>
          {say('cancel')}
        </Button>,
        <Button key="delete" danger type="primary" disabled={!effects} loading={busy} onClick={() => void remove()}>
          {say('delete')}
        </Button>,
      ]}
    >
      {effects ? <EffectsNotice effects={effects} kind={kind} words={words} /> : <Spin />}
    </Modal>
  )
}
