import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'

export interface RichTextProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** HTML; empty when nothing is written. */
  value?: string
  onChange?: (html: string) => void
  lang: Locale
  /** What is written here, for those who do not see the label beside it. */
  label?: string | undefined
}

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** Running text with headings, lists, tables, links and pictures. What edits it is loaded when it is first shown. */
export const RichText = (props: RichTextProps) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} title={false} />}>
    <Editor {...props} />
  </Suspense>
)
