import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import { ConfigProvider } from 'antd'
import { useEffect, useRef } from 'react'
import { cleanPastedHtml } from '../pasted-html.ts'
import { richTextExtensions } from '../rich-text-schema.ts'
import type { RichTextProps } from './rich-text.tsx'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import prose from '../../../ui/prose.module.css'
import styles from './rich-text.module.css'

/** The HTML without the empty paragraph that the editor always has at the end. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, ''))

export const RichTextEditor = ({ id, value = '', onChange, lang, label }: RichTextProps) => {
  const { componentDisabled } = ConfigProvider.useConfig()
  const toolbar = useRef<HTMLDivElement>(null)
  // The last value of the form, and the HTML that the editor produces for it.
  const last = useRef({ value, html: '' })
  const editor = useEditor({
    immediatelyRender: false,
    extensions: richTextExtensions,
    content: value,
    editorProps: {
      attributes: {
        ...(id && { id }),
        ...(label && { 'aria-label': label }),
        role: 'textbox',
        'aria-multiline': 'true',
        class: `${prose.rich} ${styles.text}`,
        lang,
      },
      transformPastedHTML: cleanPastedHtml,
      handleKeyDown: (_view, event) => {
        if (!event.altKey || event.key !== 'F10') return false
        toolbar.current!.querySelector<HTMLElement>('[tabindex="0"]')!.focus()
        return true
      },
    },
    onCreate: ({ editor: newEditor }) => {
      last.current.html = htmlOf(newEditor)
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed)
      if (html === last.current.html) return
      last.current = { value: html, html }
      onChange?.(html)
    },
  })

  useEffect(() => {
    // Ignore the editor's own changes; only another text replaces its content.
    if (!editor || value === last.current.value) return
    editor.commands.setContent(value, { emitUpdate: false })
    last.current = { value, html: htmlOf(editor) }
  }, [editor, value])
  useEffect(() => editor?.setEditable(!componentDisabled, false), [editor, componentDisabled])

  if (!editor) return null
  return (
    <div className={styles.frame}>
      <RichTextToolbar ref={toolbar} editor={editor} label={label} disabled={componentDisabled} />
      <EditorContent editor={editor} />
    </div>
  )
}
