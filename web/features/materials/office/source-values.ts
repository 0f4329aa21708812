import type { FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { MaterialCategory, MaterialKind } from '@lectern/contract/materials/material-values.ts'
import type { MaterialContent, MaterialSource } from '@lectern/contract/materials/materials.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'

type KindWithFile = Exclude<MaterialKind, 'markdown'>

/** The form's values. The chosen file survives a change of kind and back. */
export interface SourceValues {
  kind: MaterialKind
  category: MaterialCategory
  title: LocalizedText
  summary: LocalizedText
  body: LocalizedText
  cover: FileId | null
  captions: FileId | null
  file: Record<KindWithFile, FileId | null>
}

type Stored = Pick<MaterialSource, 'kind' | 'category' | 'title' | 'summary' | 'body' | 'cover' | 'captions' | 'file'>

const none = { file: null, video: null, photo: null }

const blank: SourceValues = {
  kind: 'file',
  category: 'training',
  title: {},
  summary: {},
  body: {},
  cover: null,
  captions: null,
  file: none,
}

export const valuesOf = (stored: Stored | undefined): SourceValues => {
  if (!stored) return blank
  const { kind, category, title, summary, body, cover, captions, file } = stored
  return { kind, category, title, summary, body, cover, captions, file: { ...none, [kind]: file } }
}

/** The content to send, with the properties of its kind. */
export const contentOf = (values: SourceValues): MaterialContent => {
  const { kind, category, cover, captions } = values
  const shared = { category, ...withoutBlanks({ title: values.title, summary: values.summary }) }
  switch (kind) {
    case 'file':
      return { ...shared, kind, cover, file: values.file.file }
    case 'video':
      return { ...shared, kind, cover, captions, file: values.file.video }
    case 'photo':
      return { ...shared, kind, file: values.file.photo }
    case 'markdown':
      return { ...shared, kind, cover, body: withoutBlanks(values.body) }
  }
}
