import { App, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { EditionId } from '@lectern/contract/ids.ts'
import { deletePhase, foreseePhase, type OfficePhase, type PhaseEffects } from '@lectern/contract/competition/phases.ts'
import type { Client } from '../../../../request/client.ts'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import type { PhaseWords } from '../phase-words.ts'
import { EffectsNotice } from './effects-notice.tsx'

interface PhaseRemovalProps {
  client: Client
  editionId: EditionId
  phase: OfficePhase
  place: string
  words: PhaseWords
  /** Reloads the stored state. */
  onDeleted: () => Promise<unknown>
  onClose: () => void
}

/** Deletes a phase after showing the effects. */
export const PhaseRemoval = ({ client, editionId, phase, place, words, onDeleted, onClose }: PhaseRemovalProps) => {
  const { t, kindName } = words
  const { message } = App.useApp()
  const [effects, setEffects] = useState<PhaseEffects>()
  const { kind, activityId } = phase
  useEffect(() => {
    const query = { edition: editionId, kind, ...(activityId && { activity: activityId }) }
    client(foreseePhase, { query }).then(setEffects, onClose)
    // One request per phase.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, editionId, kind, activityId])
  const remove = async (): Promise<void> => {
    try {
      await client(deletePhase, { params: { id: phase.id }, query: { version: String(phase.version) } })
      void message.success(t('deleted'))
    } finally {
      await onDeleted()
    }
  }
  return (
    <ConfirmDelete
      name={t('name', { kind: kindName(kind), place })}
      needsName={false}
      isReady={effects !== undefined}
      details={effects ? <EffectsNotice effects={effects} kind={kind} words={words} /> : <Spin />}
      onDelete={remove}
      onClose={onClose}
    />
  )
}
