import type { MessageId } from '@lectern/messages/message-id.ts'
import { Button, Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { pictureAt, plainPictureUrl } from '@lectern/contract/files/file-addresses.ts'
import { readFileState, type Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { EditorDialog, type EditorDialogProps } from './editor-dialog.tsx'

const pollMilliseconds = 1_000

interface Fields {
  picture: FileId | null
  alt: string
}

const PictureForm = ({ editor, onClose }: Omit<EditorDialogProps, 'open'>) => {
  const intl = useIntl()
  const { client } = useRouter()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const [form] = Form.useForm<Fields>()
  const chosen = editor.getAttributes('image') as { src?: string; alt?: string }
  const [busy, setBusy] = useState(false)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  /** The size is known once the picture has been processed, which may take a while. */
  const sizeOf = async (id: FileId): Promise<Picture | undefined> => {
    while (!isLeft.current) {
      const { picture, state } = await client(readFileState, { params: { id } })
      if (picture) return picture
      if (state === 'refused') break
      await new Promise((done) => setTimeout(done, pollMilliseconds))
    }
    return undefined
  }
  const apply = async ({ picture: id, alt }: Fields): Promise<void> => {
    setBusy(true)
    const picture = await sizeOf(id!).finally(() => setBusy(false))
    if (isLeft.current) return
    if (!picture) return form.setFields([{ name: 'picture', errors: [text('office.text.pictureNeeded')] }])
    const { width, height } = picture
    editor
      .chain()
      .focus()
      .setImage({ src: plainPictureUrl(picture.id, width), alt: alt.trim(), width, height })
      .run()
    onClose()
  }
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={false}
      component={false}
      initialValues={{ picture: chosen.src ? (pictureAt(chosen.src) ?? null) : null, alt: chosen.alt ?? '' }}
      onFinish={(fields) => void apply(fields).catch(() => undefined)}
    >
      <Form.Item
        name="picture"
        label={text('office.text.pictureFile')}
        validateTrigger={[]}
        rules={[{ required: true, message: text('office.text.pictureNeeded') }]}
      >
        <UploadField purpose="picture" label={text('office.text.pictureFile')} />
      </Form.Item>
      <Form.Item
        name="alt"
        label={text('office.text.pictureAlt')}
        extra={text('office.text.pictureAltHelp')}
        validateTrigger={[]}
        rules={[{ required: true, whitespace: true, message: text('office.text.pictureAltNeeded') }]}
      >
        <Input autoComplete="off" maxLength={300} onPressEnter={() => form.submit()} />
      </Form.Item>
      <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="primary" loading={busy} onClick={() => form.submit()}>
          {text('office.text.apply')}
        </Button>
      </div>
    </Form>
  )
}

/** Asks for a picture and its alternative text. A selected picture is edited. */
export const PictureDialog = (props: EditorDialogProps) => (
  <EditorDialog {...props} title="office.text.picture">
    <PictureForm editor={props.editor} onClose={props.onClose} />
  </EditorDialog>
)
