import { Button, Typography } from 'antd'
import { useState } from 'react'
import type { WorkId } from '@lectern/contract/ids.ts'
import { showWords, type BlankedWord } from '@lectern/contract/works/work-office.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

interface BlankedWordsProps {
  client: Client
  work: WorkId
  words: readonly BlankedWord[]
  /** The reader takes part, or experts are judging the work. */
  isFixed: boolean
  onChanged: () => void
}

/** Words that experts do not read in the texts of a work, each to be shown again. */
export const BlankedWords = ({ client, work, words, isFixed, onChanged }: BlankedWordsProps) => {
  const { t } = useWorkWords()
  const [busy, setBusy] = useState(false)
  const show = async (word: string): Promise<void> => {
    setBusy(true)
    try {
      await client(showWords, { params: { id: work }, body: { words: [word] } }, { inPlaceSignIn: true })
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    setBusy(false)
    onChanged()
  }
  return (
    <ul className={styles.list}>
      {words.map(({ word, by, at }) => (
        <li key={word}>
          <strong>{word}</strong>
          <Typography.Text type="secondary">
            {t('blanked.by', { name: by ?? '' })} · <Moment value={at} />
          </Typography.Text>
          {!isFixed && (
            <Button size="small" disabled={busy} onClick={() => void show(word)}>
              {t('blanked.show')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
