import { Button } from 'antd'
import type { PageDraft } from '@lectern/contract/pages.ts'
import { useEditorWords } from '../editor-words.ts'
import { SaveBar, saveStateOf } from '../../office/components/save-bar.tsx'

interface EditorBarProps {
  draft: PageDraft
  busy: boolean
  isUnsaved: boolean
  onSave: () => void
  onPreview: () => void
  onHistory: () => void
  onPublish: () => void
}

/** How the page stands, and what can be done with it as a whole; in sight wherever one writes. */
export const EditorBar = (props: EditorBarProps) => {
  const { draft, busy, isUnsaved, onSave, onPreview, onHistory, onPublish } = props
  const { say } = useEditorWords()
  const { version, publishedVersion } = draft
  const isPublished = !isUnsaved && version === publishedVersion
  return (
    <SaveBar
      state={saveStateOf({ isUnsaved, isBusy: busy })}
      detail={
        !isUnsaved &&
        (isPublished ? say('isPublished', { version }) : say('isDraft', { version, published: publishedVersion }))
      }
    >
      <Button onClick={onHistory} aria-haspopup="dialog">
        {say('history')}
      </Button>
      <Button onClick={onPreview} aria-haspopup="dialog">
        {say('preview')}
      </Button>
      <Button onClick={onSave} loading={busy} disabled={!isUnsaved}>
        {say('save')}
      </Button>
      <Button type="primary" onClick={onPublish} loading={busy} disabled={isPublished}>
        {say('publish')}
      </Button>
    </SaveBar>
  )
}
