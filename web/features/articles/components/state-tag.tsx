import { Badge, type BadgeProps } from 'antd'
import type { PublishState } from '@lectern/contract/publish-values.ts'
import { useArticleWords } from '../article-words.ts'

const signs: Record<PublishState, NonNullable<BadgeProps['status']>> = {
  draft: 'default',
  scheduled: 'warning',
  published: 'success',
  archived: 'default',
}

export const StateTag = ({ state }: { state: PublishState }) => {
  const words = useArticleWords()
  return <Badge status={signs[state]} text={words.state(state)} />
}
