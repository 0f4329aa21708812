import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Fragment, useState, type KeyboardEvent, type Ref } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { fileSign, linkSign, pictureSign, toolGroups, type Tool } from '../rich-text-tools.tsx'
import { AttachmentDialog } from './attachment-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './rich-text.module.css'

interface RichTextToolbarProps {
  ref: Ref<HTMLDivElement>
  editor: Editor
  label: string | undefined
  disabled: boolean
}

type Question = 'link' | 'picture' | 'attachment'

const steps: Record<string, (position: number, count: number) => number> = {
  ArrowRight: (position, count) => (position + 1) % count,
  ArrowLeft: (position, count) => (position - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Toolbar of the editor: one tab stop, arrow keys inside; Alt+F10 moves the focus here from the text, Escape back. */
export const RichTextToolbar = ({ ref, editor, label, disabled }: RichTextToolbarProps) => {
  const intl = useIntl()
  const [question, setQuestion] = useState<Question>()
  const [stop, setStop] = useState<Tool['name']>('bold')
  const close = (): void => setQuestion(undefined)
  const asking: Tool[] = [
    { name: 'link', sign: linkSign, run: () => setQuestion('link'), isOn: () => editor.isActive('link') },
    { name: 'picture', sign: pictureSign, run: () => setQuestion('picture') },
    { name: 'attachment', sign: fileSign, run: () => setQuestion('attachment') },
  ]
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const groups = toolGroups(asking, current.isActive('table'))
      const states = groups
        .flat()
        .map(({ name, isOn, may }) => [name, { isOn: isOn?.(current), may: may?.(current) ?? true }])
      return { isInTable: current.isActive('table'), states: Object.fromEntries(states) as Record<string, ToolState> }
    },
  })
  const groups = toolGroups(asking, state.isInTable)
  const names = groups.flat().map(({ name }) => name)
  const reached = names.includes(stop) ? stop : names[0]

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') return void editor.commands.focus()
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(names.indexOf(reached!), names.length)
    setStop(names[next]!)
    event.currentTarget.querySelectorAll('button')[next]!.focus()
  }

  return (
    <>
      <div
        ref={ref}
        role="toolbar"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'office.text.tools' }, { label: label ?? '' })}
        aria-keyshortcuts="Alt+F10"
        className={`cluster ${styles.toolbar}`}
        onKeyDown={onKeyDown}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((tools, position) => (
          <Fragment key={tools[0]!.name}>
            {position > 0 && <span className={styles.rule} aria-hidden="true" />}
            {tools.map(({ name, sign, run }) => {
              const { isOn, may } = state.states[name] ?? { isOn: undefined, may: true }
              const text = intl.formatMessage({ id: `office.text.${name}` })
              return (
                <button
                  key={name}
                  type="button"
                  title={text}
                  aria-label={text}
                  aria-pressed={isOn}
                  aria-disabled={disabled || !may}
                  tabIndex={name === reached ? 0 : -1}
                  onFocus={() => setStop(name)}
                  onClick={() => {
                    if (!disabled && may) run(editor)
                  }}
                >
                  {sign}
                </button>
              )
            })}
          </Fragment>
        ))}
      </div>
      <LinkDialog editor={editor} open={question === 'link'} onClose={close} />
      <PictureDialog editor={editor} open={question === 'picture'} onClose={close} />
      <AttachmentDialog editor={editor} open={question === 'attachment'} onClose={close} />
    </>
  )
}

interface ToolState {
  isOn: boolean | undefined
  may: boolean
}
