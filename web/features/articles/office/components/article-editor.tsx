import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import { articleLimits } from '@lectern/contract/articles/article-values.ts'
import {
  saveArticle,
  createArticle,
  deleteArticle,
  moveArticle,
  readArticle,
  type ArticleContent,
  type ManagedArticle,
} from '@lectern/contract/articles/articles.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { newsCategories } from '@lectern/contract/articles/news-categories.ts'
import { translationStates, type PublishState } from '@lectern/contract/pages/publish-values.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { go } from '../../../../router/history.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { useRouter } from '../../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { HistoryDrawer } from '../../../admin-ui/components/history-drawer.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { MomentField } from '../../../admin-ui/components/moment-field.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { RichText } from '../../../admin-ui/components/rich-text.tsx'
import { SaveBar, saveStateOf } from '../../../admin-ui/components/save-bar.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { editPath, officePath } from '../article-address.ts'
import { contentOf, fieldsOfVersion } from '../article-fields.ts'
import { useArticleWords } from '../article-words.ts'
import { dropDrafts, useArticleForm } from '../use-article-form.ts'
import styles from './article-editor.module.css'
import type { InLanguage } from '../../../admin-ui/components/preview-dialog.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleStateCard } from './article-state-card.tsx'
import { AttachmentList } from './attachment-list.tsx'

interface ArticleEditorProps {
  client: Client
  kind: ArticleKind
  /** Undefined: a new article. */
  article: ManagedArticle | undefined
  inLanguage: InLanguage
  /** Called when a new article was stored, before it gets its address. */
  onCreated: (id: NewsId) => void
}

/** Editor for one article in all languages, with preview and publishing. */
export const ArticleEditor = ({ client, kind, article: loaded, inLanguage, onCreated }: ArticleEditorProps) => {
  const intl = useIntl()
  const router = useRouter()
  const { message } = App.useApp()
  const { t, category } = useArticleWords()
  const { form, article, typed, isUnsaved, setTyped, fill, take, merge, forget } = useArticleForm(kind, loaded)
  const [language, setLanguage] = useState<Locale>(intl.locale)
  const [previewed, setPreviewed] = useState<ArticleContent>()
  const [showsHistory, setShowsHistory] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [keyOf] = useState(createKeys)
  const office = useOfficeForm(form, {
    language,
    reveal: (path) => {
      const locale = path.split('.')[1]
      if (isLocale(locale)) flushSync(() => setLanguage(locale))
    },
  })
  useLeaveGuard(() => isUnsaved, intl.formatMessage({ id: 'office.articles.leave' }), dropDrafts)

  const store = async (): Promise<ManagedArticle> => {
    const content = contentOf(kind, typed)
    if (!article)
      return client(createArticle, { body: content }, { ...formCall, headers: { 'Idempotency-Key': keyOf(content) } })
    const { id, version } = article
    return isUnsaved ? client(saveArticle, { params: { id }, body: { ...content, version } }, formCall) : article
  }
  /** A new article gets its id into the address. */
  const settle = async (stored: ManagedArticle): Promise<void> => {
    forget()
    take(stored)
    if (article) return
    onCreated(stored.id)
    await go(router, editPath(kind, stored.id), { replace: true })
  }
  const save = (): Promise<void> =>
    office.send(async () => {
      await settle(await store())
      void message.success(t('saved'))
    })
  const move = (state: PublishState): Promise<void> =>
    office.send(async () => {
      const stored = await store()
      // If the move is refused, what was typed is saved anyway.
      if (article) take(stored)
      try {
        const body = { state, version: stored.version }
        const moved = await client(moveArticle, { params: { id: stored.id }, body }, formCall)
        await settle(moved)
        void message.success(t(`moved.${state}`))
      } catch (error) {
        if (!article) await settle(stored)
        throw error
      }
    })
  const remove = async (): Promise<void> => {
    const { id, version } = article!
    await client(deleteArticle, { params: { id }, query: { version: String(version) } })
    forget()
    await go(router, officePath(kind), { replace: true })
  }
  const catchUp = async (): Promise<void> => {
    merge(await client(readArticle, { params: { id: article!.id } }))
    office.catchUp()
  }

  const label = (name: IdAfter<'office.articles.field.'>): string => t(`field.${name}`)
  return (
    <Form
      form={form}
      name="article"
      layout="vertical"
      initialValues={typed}
      disabled={office.busy}
      // The form only has the fields of this kind.
      onValuesChange={(_, values) => setTyped({ ...typed, ...values })}
      onFinish={() => void save()}
    >
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <div className={styles.columns}>
        <div>
          <LanguageBar
            value={language}
            onChange={setLanguage}
            states={article ? translationStates(article.written) : undefined}
          />
          <LocalizedItem name="title" label={label('title')} language={language} most={articleLimits.title} />
          <LocalizedItem
            name="summary"
            label={label('summary')}
            language={language}
            most={articleLimits.summary}
            rows={2}
          />
          <LocalizedItem name="body" label={label('body')} language={language} editor={RichText} />
        </div>
        <div className="stack gap-16">
          <ArticleStateCard article={article} onMove={(state) => void move(state)} onDelete={() => setDeleting(true)} />
          <div>
            <Form.Item name="publishedAt" label={label('publishedAt')} extra={t('publishedAtHelp')}>
              <MomentField />
            </Form.Item>
            {kind === 'news' && (
              <Form.Item name="category" label={label('category')}>
                <Select options={newsCategories.map((value) => ({ value, label: category(value) }))} />
              </Form.Item>
            )}
            <Form.Item name="pinned" valuePropName="checked">
              <Checkbox>{label('pinned')}</Checkbox>
            </Form.Item>
            <Form.Item name="author" label={label('author')}>
              <Input maxLength={articleLimits.author} autoComplete="off" />
            </Form.Item>
            <Form.Item name="cover" label={label('cover')}>
              <UploadField purpose="picture" label={label('cover')} />
            </Form.Item>
            <Form.Item name="attachments" label={label('attachments')}>
              <AttachmentList client={client} stored={article?.attachments ?? []} label={label('attachments')} />
            </Form.Item>
          </div>
        </div>
      </div>
      <SaveBar
        state={saveStateOf({ isNew: article === undefined, isUnsaved, isBusy: office.busy })}
        detail={article && <FormattedMessage id="office.content.version" values={{ version: article.version }} />}
      >
        <Button aria-haspopup="dialog" onClick={() => setPreviewed(contentOf(kind, typed))}>
          {t('preview')}
        </Button>
        {article && (
          <Button aria-haspopup="dialog" onClick={() => setShowsHistory(true)}>
            {t('history')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={office.busy} disabled={!isUnsaved}>
          {t('save')}
        </Button>
      </SaveBar>
      {previewed && (
        <ArticlePreview
          client={client}
          content={previewed}
          language={language}
          inLanguage={inLanguage}
          onClose={() => setPreviewed(undefined)}
        />
      )}
      {isDeleting && (
        <ConfirmDelete
          name={localize(article!.title, language).text}
          onDelete={remove}
          onClose={() => setDeleting(false)}
        />
      )}
      {showsHistory && (
        <HistoryDrawer<ArticleContent>
          client={client}
          kind="article"
          id={article!.id}
          current={article!.version}
          onLook={setPreviewed}
          onTakeBack={(content, number) => {
            fill(fieldsOfVersion(content))
            void message.info(t('tookBack', { number }))
          }}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </Form>
  )
}
