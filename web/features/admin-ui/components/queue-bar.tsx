import { Button, Space, Switch, Typography } from 'antd'
import { go } from '../../../router/history.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { useShortcuts } from '../use-shortcuts.ts'
import { Key } from './key.tsx'
import styles from './queue-bar.module.css'

export interface QueueOfItems {
  total: number
  /** Null: what is shown does not wait. */
  position: number | null
  previous: string | null
  next: string | null
}

const keys = { previous: 'p', next: 'n' } as const

/** A screen's own words for its queue. */
type QueueWord = `queue.${'title' | 'left' | 'position' | 'leave' | 'keys' | keyof typeof keys}`

interface QueueBarProps {
  queue: QueueOfItems
  /** Of another item that waits. */
  addressOf: (id: string) => string
  /** Of what is shown, outside of the queue. */
  leaveTo: string
  t: (word: QueueWord, values?: Record<string, number>) => string
  areKeysOn: boolean
  onKeys: (areOn: boolean) => void
}

/** Where the organiser is among the items that wait for a decision, and the way to the others. */
export const QueueBar = ({ queue, addressOf, leaveTo, t, areKeysOn, onKeys }: QueueBarProps) => {
  const router = useRouter()
  const { total, position } = queue
  const goTo = (way: keyof typeof keys): void => {
    const other = queue[way]
    if (other) void go(router, addressOf(other))
  }
  useShortcuts(areKeysOn, { [keys.previous]: () => goTo('previous'), [keys.next]: () => goTo('next') })
  return (
    <section className={`cluster between ${styles.bar}`} aria-label={t('queue.title')}>
      <Typography.Text strong role="status">
        {position === null ? t('queue.left', { count: total }) : t('queue.position', { position, total })}
      </Typography.Text>
      <Space wrap>
        {(['previous', 'next'] as const).map((way) => (
          <Button key={way} disabled={queue[way] === null} onClick={() => goTo(way)}>
            {t(`queue.${way}`)}
            {areKeysOn && <Key>{keys[way]}</Key>}
          </Button>
        ))}
        <Button type="text" onClick={() => void go(router, leaveTo)}>
          {t('queue.leave')}
        </Button>
        <label className={styles.keys}>
          <Switch size="small" checked={areKeysOn} onChange={onKeys} /> {t('queue.keys')}
        </label>
      </Space>
    </section>
  )
}
