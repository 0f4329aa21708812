import type { MessageId } from '@lectern/messages/message-id.ts'
import type { Editor } from '@tiptap/core'
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, type RefObject } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { completeLink } from '../link-completion.ts'
import { EditorDialog, type EditorDialogProps } from './editor-dialog.tsx'

interface Fields {
  text: string
  address: string
}

const selectedText = ({ state }: Editor): string => state.doc.textBetween(state.selection.from, state.selection.to, ' ')

interface LinkFormProps extends Omit<EditorDialogProps, 'open'> {
  first: RefObject<InputRef | null>
}

const LinkForm = ({ editor, first, onClose }: LinkFormProps) => {
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const [form] = Form.useForm<Fields>()
  const present = editor.getAttributes('link')['href'] as string | undefined
  const hasText = present !== undefined || !editor.state.selection.empty
  const apply = ({ text: typedText, address }: Fields): void => {
    const href = completeLink(address)!
    const chain = editor.chain().focus()
    if (hasText) chain.extendMarkRange('link').setLink({ href }).run()
    else
      chain
        .insertContent({ type: 'text', text: typedText?.trim() || href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    onClose()
  }
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={false}
      initialValues={{ text: selectedText(editor), address: present ?? '' }}
      onFinish={apply}
      // Not a form element, because it is inside another form.
      component={false}
    >
      {!hasText && (
        <Form.Item name="text" label={text('office.text.linkText')}>
          <Input autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="address"
        label={text('office.text.linkAddress')}
        extra={text('office.text.linkHelp')}
        validateTrigger={[]}
        rules={[
          {
            validator: async (_, typed: string) => {
              if (completeLink(typed ?? '') === undefined) throw new Error(text('office.text.linkWrong'))
            },
          },
        ]}
      >
        <Input ref={first} autoComplete="off" inputMode="url" onPressEnter={() => form.submit()} />
      </Form.Item>
      <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
        {present !== undefined && (
          <Button danger onClick={remove}>
            {text('office.text.linkRemove')}
          </Button>
        )}
        <Button type="primary" onClick={() => form.submit()}>
          {text('office.text.apply')}
        </Button>
      </div>
    </Form>
  )
}

/** Asks for the target of a link: a page of this site, a URL, an e-mail address or a phone number. */
export const LinkDialog = (props: EditorDialogProps) => {
  const first = useRef<InputRef>(null)
  return (
    <EditorDialog {...props} title="office.text.link" onOpened={() => first.current?.focus()}>
      <LinkForm editor={props.editor} first={first} onClose={props.onClose} />
    </EditorDialog>
  )
}
