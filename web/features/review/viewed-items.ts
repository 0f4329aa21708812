import type { DeskFile, DeskWorkView } from '@lectern/contract/review/review.ts'
import { slidesType } from '@lectern/contract/works/work-values.ts'

type Part = DeskWorkView['parts'][number]

/** One thing to look at: a file, a text or a link. */
export type ViewedItem =
  | { key: string; label: string; kind: 'summary' | 'text' | 'link'; text: string }
  | { key: string; label: string; kind: 'file'; file: DeskFile }

const itemsOf = ({ id, label, kind, text, files }: Part): ViewedItem[] => {
  if (text !== null) return [{ key: id, label, kind: kind === 'link' ? 'link' : 'text', text }]
  return files.map((file, position) => ({
    key: `${id}-${file.number}`,
    label: files.length > 1 ? `${label} ${position + 1}` : label,
    kind: 'file',
    file,
  }))
}

/** Everything that was handed in, in one row; the summary of the work comes first. */
export const viewedItems = (
  { summary, parts }: Pick<DeskWorkView, 'summary' | 'parts'>,
  summaryLabel: string,
): ViewedItem[] => [
  ...(summary ? [{ key: 'summary', label: summaryLabel, kind: 'summary' as const, text: summary }] : []),
  ...parts.flatMap(itemsOf),
]

/** What is opened first: a file, if there is one. */
export const firstItem = (items: readonly ViewedItem[]): ViewedItem | undefined =>
  items.find(({ kind }) => kind === 'file') ?? items[0]

/** How browsers show a file; undefined: it has to be downloaded. */
export const shownAs = ({
  type,
}: Pick<DeskFile, 'type'>): 'video' | 'audio' | 'image' | 'pdf' | 'slides' | undefined => {
  if (type === 'application/pdf') return 'pdf'
  if (type === slidesType) return 'slides'
  const [family] = type.split('/')
  return family === 'video' || family === 'audio' || family === 'image' ? family : undefined
}
