import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import type { ManagedArticle } from '@lectern/contract/articles.ts'
import { mergeTyped, isSameValue } from '../admin-ui/merge-typed.ts'
import { fieldsOf, newFields, type ArticleFields } from './article-fields.ts'

interface Draft {
  base: ArticleFields
  typed: ArticleFields
}

/** What was typed and not saved: Back and Forward lead away from the page without asking, and lose nothing. */
const drafts = new Map<string, Draft>()

export const dropDrafts = (): void => drafts.clear()

const keyOf = (kind: ArticleKind, article: ManagedArticle | undefined): string => article?.id ?? `new ${kind}`

const storedFields = (kind: ArticleKind, article: ManagedArticle | undefined): ArticleFields =>
  article ? fieldsOf(article) : newFields(kind)

/** The article that is being written: what is stored, and what has been typed over it. */
export const useArticleForm = (kind: ArticleKind, loaded: ManagedArticle | undefined) => {
  const [form] = Form.useForm<ArticleFields>()
  const [article, setArticle] = useState(loaded)
  const key = keyOf(kind, loaded)
  const base = storedFields(kind, article)
  const [typed, setTyped] = useState<ArticleFields>(() => {
    const kept = drafts.get(key)
    return kept ? mergeTyped(kept.base, kept.typed, base) : base
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
    /** Puts something into the form. */
    fill,
    /** What is stored now is what the form holds. */
    take: (stored: ManagedArticle): void => {
      setArticle(stored)
      fill(fieldsOf(stored))
    },
    /** Merges what was typed into what somebody else has saved. */
    merge: (stored: ManagedArticle): void => {
      setArticle(stored)
      fill(mergeTyped(base, typed, fieldsOf(stored)))
    },
    /** Nothing is left to be lost. */
    forget: (): void => void drafts.delete(key),
  }
}
