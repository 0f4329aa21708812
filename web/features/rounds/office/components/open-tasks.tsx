import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { useRoundWords } from '../round-words.ts'

/** What is still to do in a round, for whoever is about to close or settle it nevertheless. */
export const OpenTasks = ({ round }: { round: Round }) => {
  const { t } = useRoundWords()
  // Settling itself is no reason to wait.
  const tasks = round.todo.filter(({ tab }) => tab !== 'result')
  if (tasks.length === 0) return null
  return (
    <>
      <p style={{ margin: '12px 0 4px' }}>
        <strong>{t('todo.left')}</strong>
      </p>
      <ul style={{ paddingInlineStart: 20, margin: 0 }}>
        {tasks.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  )
}
