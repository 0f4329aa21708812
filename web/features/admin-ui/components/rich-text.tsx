import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'

export interface RichTextProps {
  /** Passed by Form.Item, like value and onChange. */
  id?: string
  /** HTML; empty if there is no text. */
  value?: string
  onChange?: (html: string) => void
  lang: Locale
  /** Accessible name. */
  label?: string | undefined
}

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** Rich text with headings, lists, tables, links and pictures. The editor is loaded when it is first shown. */
export const RichText = (props: RichTextProps) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} title={false} />}>
    <Editor {...props} />
  </Suspense>
)
