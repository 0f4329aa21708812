import { readFileState } from '@lectern/contract/files/files.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { Button, Form, Input } from 'antd'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { EditorDialog, type EditorDialogProps } from './editor-dialog.tsx'

interface Fields {
  file: FileId | null
  text: string
}

const AttachmentForm = ({ editor, onClose }: Omit<EditorDialogProps, 'open'>) => {
  const intl = useIntl()
  const { client } = useRouter()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const [form] = Form.useForm<Fields>()
  const { from, to } = editor.state.selection
  const apply = async ({ file: id, text: typedText }: Fields): Promise<void> => {
    const { name } = await client(readFileState, { params: { id: id! } })
    const link = { type: 'link', attrs: { href: fileUrl(id!) } }
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text: typedText.trim() || name, marks: [link] })
      .run()
    onClose()
  }
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={false}
      component={false}
      initialValues={{ file: null, text: editor.state.doc.textBetween(from, to, ' ') }}
      onFinish={(fields) => void apply(fields).catch(() => undefined)}
    >
      <Form.Item
        name="file"
        label={text('office.text.attachmentFile')}
        validateTrigger={[]}
        rules={[{ required: true, message: text('office.text.attachmentNeeded') }]}
      >
        <UploadField purpose="attachment" label={text('office.text.attachmentFile')} />
      </Form.Item>
      <Form.Item name="text" label={text('office.text.linkText')}>
        <Input autoComplete="off" onPressEnter={() => form.submit()} />
      </Form.Item>
      <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="primary" onClick={() => form.submit()}>
          {text('office.text.apply')}
        </Button>
      </div>
    </Form>
  )
}

/** Uploads a file and inserts a link to it. */
export const AttachmentDialog = (props: EditorDialogProps) => (
  <EditorDialog {...props} title="office.text.attachment">
    <AttachmentForm editor={props.editor} onClose={props.onClose} />
  </EditorDialog>
)
