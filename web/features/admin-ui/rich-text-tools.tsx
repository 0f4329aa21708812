import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

export interface Tool {
  /** The label is `office.text.<name>`. */
  name: IdAfter<'office.text.'>
  sign: ReactNode
  run: (editor: Editor) => unknown
  /** Whether it is active at the cursor; absent for simple actions. */
  isOn?: (editor: Editor) => boolean
  may?: (editor: Editor) => boolean
}

const drawn = (path: string): ReactNode => (
  <Icon>
    <path d={path} />
  </Icon>
)

const digits = {
  2: 'M16 11c0-3 5-3 5 0 0 2-5 4-5 7h5',
  3: 'M16 10c1-2.5 5-1.5 5 .8 0 1.7-2 2.2-3 2.2 1 0 3.2.5 3.2 2.6 0 2.7-4.4 3.2-5.4.9',
  4: 'M20 18V9l-4.5 6.5H22',
}

const heading = (level: 2 | 3 | 4): Tool => ({
  name: `heading${level}`,
  sign: drawn(`M3 6v12M12 6v12M3 12h9${digits[level]}`),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})

const changes: Tool[] = [
  {
    name: 'undo',
    sign: drawn('M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6'),
    run: (editor) => editor.chain().focus().undo().run(),
    may: (editor) => editor.can().undo(),
  },
  {
    name: 'redo',
    sign: drawn('m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6'),
    run: (editor) => editor.chain().focus().redo().run(),
    may: (editor) => editor.can().redo(),
  },
]

const letters: Tool[] = [
  {
    name: 'bold',
    sign: drawn('M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'italic',
    sign: drawn('M10 5h8M6 19h8M14 5l-4 14'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'underline',
    sign: drawn('M7 4v7a5 5 0 0 0 10 0V4M5 20h14'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    name: 'strike',
    sign: drawn('M4 12h16M16 7a4 3 0 0 0-4-2.5c-2.5 0-4 1.2-4 3 0 2 2 3 4 4.5M8 16.5c.6 1.8 2 3 4.2 3 2.3 0 4-1.2 4-3'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  {
    name: 'code',
    sign: drawn('m8 7-5 5 5 5M16 7l5 5-5 5'),
    run: (editor) => editor.chain().focus().toggleCode().run(),
    isOn: (editor) => editor.isActive('code'),
  },
]

const blocks: Tool[] = [
  {
    name: 'bullets',
    sign: drawn('M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'numbers',
    sign: drawn('M10 6h10M10 12h10M10 18h10M4 5l1.5-1v4.5M4 14.5c2-2 2.5.5 0 3.5h2.5'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'quote',
    sign: drawn('M5 5v14M10 8h10M10 12h10M10 16h6'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    name: 'codeBlock',
    sign: drawn('M4 5h16v14H4zM9 10l-2 2 2 2M15 10l2 2-2 2'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  {
    name: 'rule',
    sign: drawn('M4 12h16'),
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

const newTable: Tool = {
  name: 'table',
  sign: drawn('M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14'),
  run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  may: (editor) => editor.can().insertTable(),
}

/** Only shown inside a table. */
const table: Tool[] = [
  {
    name: 'rowAbove',
    sign: drawn('M4 12h16v7H4zM12 3v6M9 6h6'),
    run: (editor) => editor.chain().focus().addRowBefore().run(),
  },
  {
    name: 'rowBelow',
    sign: drawn('M4 5h16v7H4zM12 15v6M9 18h6'),
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    name: 'rowRemove',
    sign: drawn('M4 5h16v6H4zM9 15l6 6M15 15l-6 6'),
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    name: 'columnLeft',
    sign: drawn('M12 4h7v16h-7zM3 12h6M6 9v6'),
    run: (editor) => editor.chain().focus().addColumnBefore().run(),
  },
  {
    name: 'columnRight',
    sign: drawn('M5 4h7v16H5zM15 12h6M18 9v6'),
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    name: 'columnRemove',
    sign: drawn('M5 4h6v16H5zM15 9l6 6M21 9l-6 6'),
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    name: 'headerRow',
    sign: drawn('M4 5h16v14H4zM4 10h16M4 7.5h16'),
    run: (editor) => editor.chain().focus().toggleHeaderRow().run(),
    isOn: (editor) => editor.isActive('tableHeader'),
  },
  {
    name: 'tableRemove',
    sign: drawn('M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13'),
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
]

export const linkSign = drawn(
  'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7L12 17.7',
)
export const pictureSign = drawn('M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.5 9h.01')
export const fileSign = drawn('m19 11-7.5 7.5a4 4 0 0 1-6-6L13 5a3 3 0 0 1 4 4l-7.5 7.5a1.5 1.5 0 0 1-2-2L14 8')

/** The tools in groups; those that open a dialog are passed in. */
export const toolGroups = (asking: readonly Tool[], isInTable: boolean): readonly (readonly Tool[])[] => [
  changes,
  [heading(2), heading(3), heading(4)],
  letters,
  blocks,
  [...asking, newTable],
  ...(isInTable ? [table] : []),
]
