import { Tag } from 'antd'
import type { PublishState } from '@lectern/contract/publish-values.ts'
import { useArticleWords } from '../article-words.ts'

const colors: Record<PublishState, string> = {
  draft: 'default',
  scheduled: 'gold',
  published: 'green',
  archived: 'default',
}

export const StateTag = ({ state }: { state: PublishState }) => {
  const words = useArticleWords()
  return <Tag color={colors[state]}>{words.state(state)}</Tag>
}
