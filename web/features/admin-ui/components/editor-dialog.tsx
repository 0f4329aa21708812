import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Editor } from '@tiptap/core'
import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from '../../../ui/intl.tsx'

/** A dialog of the rich text editor. */
export interface EditorDialogProps {
  editor: Editor
  open: boolean
  onClose: () => void
}

interface FrameProps extends EditorDialogProps {
  title: MessageId
  onOpened?: () => void
  children: ReactNode
}

/** Contains a form only while it is open. The focus returns to the text, not to the button. */
export const EditorDialog = ({ editor, open, title, onOpened, onClose, children }: FrameProps) => {
  const intl = useIntl()
  return (
    <Modal
      open={open}
      title={intl.formatMessage({ id: title })}
      footer={null}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(isOpen) => (isOpen ? onOpened?.() : editor.commands.focus())}
      onCancel={onClose}
    >
      {open && children}
    </Modal>
  )
}
