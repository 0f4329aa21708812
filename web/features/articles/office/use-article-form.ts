import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { ManagedArticle } from '@lectern/contract/articles/articles.ts'
import { mergeEdits, isSameValue } from '../../admin-ui/merge-edits.ts'
import { fieldsOf, newFields, type ArticleFields } from './article-fields.ts'

interface Draft {
  base: ArticleFields
  typed: ArticleFields
}

/** Unsaved input, kept in memory: Back and Forward leave the page without a question. */
const drafts = new Map<string, Draft>()

export const dropDrafts = (): void => drafts.clear()

const keyOf = (kind: ArticleKind, article: ManagedArticle | undefined): string => article?.id ?? `new ${kind}`

const storedFields = (kind: ArticleKind, article: ManagedArticle | undefined): ArticleFields =>
  article ? fieldsOf(article) : newFields(kind)

/** The form of an article: the stored version and the unsaved changes. */
export const useArticleForm = (kind: ArticleKind, loaded: ManagedArticle | undefined) => {
  const [form] = Form.useForm<ArticleFields>()
  const [article, setArticle] = useState(loaded)
  const key = keyOf(kind, loaded)
  const base = storedFields(kind, article)
  const [typed, setTyped] = useState<ArticleFields>(() => {
    const draft = drafts.get(key)
    return draft ? mergeEdits(draft.base, draft.typed, base) : base
  })
  const isUnsaved = !isSameValue(base, typed)

  useEffect(() => {
    if (isUnsaved) drafts.set(key, { base: storedFields(kind, article), typed })
    else drafts.delete(key)
  }, [key, kind, article, isUnsaved, typed])

  const fill = (fields: ArticleFields): void => {
    setTyped(fields)
    form.setFieldsValue(fields)
  }
  return {
    form,
    article,
    typed,
    isUnsaved,
    setTyped,
    /** Fills the form. */
    fill,
    /** The stored version is now the same as the form. */
    take: (stored: ManagedArticle): void => {
      setArticle(stored)
      fill(fieldsOf(stored))
    },
    /** Merges unsaved changes into what another user has saved. */
    merge: (stored: ManagedArticle): void => {
      setArticle(stored)
      fill(mergeEdits(base, typed, fieldsOf(stored)))
    },
    /** Drops the unsaved changes. */
    forget: (): void => void drafts.delete(key),
  }
}
