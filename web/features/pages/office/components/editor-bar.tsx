import { Button } from 'antd'
import type { PageDraft } from '@lectern/contract/pages/pages.ts'
import { useEditorWords } from '../editor-words.ts'
import { SaveBar, saveStateOf } from '../../../admin-ui/components/save-bar.tsx'

interface EditorBarProps {
  draft: PageDraft
  busy: boolean
  isUnsaved: boolean
  onSave: () => void
  onPreview: () => void
  onHistory: () => void
  onPublish: () => void
}

/** State of the page and its actions; always visible. */
export const EditorBar = (props: EditorBarProps) => {
  const { draft, busy, isUnsaved, onSave, onPreview, onHistory, onPublish } = props
  const { t } = useEditorWords()
  const { version, publishedVersion } = draft
  const isPublished = !isUnsaved && version === publishedVersion
  return (
    <SaveBar
      state={saveStateOf({ isUnsaved, isBusy: busy })}
      detail={
        !isUnsaved &&
        (isPublished ? t('isPublished', { version }) : t('isDraft', { version, published: publishedVersion }))
      }
    >
      <Button onClick={onHistory} aria-haspopup="dialog">
        {t('history')}
      </Button>
      <Button onClick={onPreview} aria-haspopup="dialog">
        {t('preview')}
      </Button>
      <Button onClick={onSave} loading={busy} disabled={!isUnsaved}>
        {t('save')}
      </Button>
      <Button type="primary" onClick={onPublish} loading={busy} disabled={isPublished}>
        {t('publish')}
      </Button>
    </SaveBar>
  )
}
