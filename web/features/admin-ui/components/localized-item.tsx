import { Form, Input } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { locales, type Locale } from '@lectern/contract/locales.ts'

interface EditorProps {
  value?: string
  onChange?: (text: string) => void
  lang: Locale
  label?: string | undefined
}

interface LocalizedItemProps {
  /** Path of the text in the form values; the languages are its properties. */
  name: string | (string | number)[]
  label: ReactNode
  /** The language that is being edited. */
  language: Locale
  most?: number
  /** Number of lines; default: one. */
  rows?: number
  /** Replaces the plain text field. */
  editor?: ComponentType<EditorProps>
  help?: ReactNode
}

/** A localised text of a form. Only one language is visible; the others stay mounted and keep their values. */
export const LocalizedItem = ({ name, label, language, most, rows, editor: Editor, help }: LocalizedItemProps) => {
  const path = Array.isArray(name) ? name : [name]
  const fieldOf = (locale: Locale): ReactNode => {
    if (Editor) return <Editor lang={locale} label={typeof label === 'string' ? label : undefined} />
    const shared = { lang: locale, ...(most !== undefined && { maxLength: most }) }
    return rows ? (
      <Input.TextArea {...shared} autoSize={{ minRows: rows, maxRows: 30 }} />
    ) : (
      <Input {...shared} autoComplete="off" />
    )
  }
  return locales.map((locale) => (
    <Form.Item key={locale} name={[...path, locale]} label={label} hidden={locale !== language} extra={help}>
      {fieldOf(locale)}
    </Form.Item>
  ))
}
