import { Alert, App, Button, Empty, Form } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { isLocale } from '@lectern/contract/locales.ts'
import { savePageDraft, readPageDraft, publishPage, type PageDraft } from '@lectern/contract/pages/pages.ts'
import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { HistoryDrawer } from '../../../admin-ui/components/history-drawer.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useEditorWords } from '../editor-words.ts'
import { locateProblems, problemAt } from '../field-problems.ts'
import { changesForVisitors } from '../page-changes.ts'
import { absentBlocks, blockProblem, freeBlock } from '../section-blocks.ts'
import { isSame, languagesOf, newSection, tidy } from '../section-content.ts'
import { usePageDraft } from '../use-page-draft.ts'
import { EditorBar } from './editor-bar.tsx'
import styles from './page-editor.module.css'
import { PagePreview, type PageView } from './page-preview.tsx'
import { PublishQuestion } from './publish-question.tsx'
import { RemovedSections } from './removed-sections.tsx'
import { SectionForm } from './section-form.tsx'
import { SectionHead } from './section-head.tsx'
import { TypePicker } from './type-picker.tsx'

interface PageEditorProps {
  client: Client
  draft: PageDraft
  view: PageView
}

/** Editor of a page: sections are edited in place, saved as a draft, previewed and published. */
export const PageEditor = ({ client, draft: loaded, view }: PageEditorProps) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const { t, page: pageWord, nameOf } = useEditorWords()
  const draft = usePageDraft(loaded)
  const { stored, sections, isUnsaved } = draft
  const { name } = stored
  const [open, setOpen] = useState<string>()
  const [language, setLanguage] = useState(intl.locale)
  const [previewed, setPreviewed] = useState<readonly WrittenSection[]>()
  const [shows, setShows] = useState<'history' | 'types'>()
  const [added, setAdded] = useState<string>()
  const [form] = Form.useForm()
  const office = useOfficeForm(form)
  // The server identifies sections by index, the editor by id, because sections can be moved.
  const [sent, setSent] = useState<readonly WrittenSection[]>([])
  const [mended, setMended] = useState<readonly string[]>([])
  const problems = useMemo(() => locateProblems(office.problems, sent), [office.problems, sent])

  useEffect(() => {
    // Moves the focus into a new section.
    if (added) document.getElementById(`${added}.block`)?.focus()
  }, [added])

  const ownProblem = (section: WrittenSection): string | undefined => {
    const problem = blockProblem(sections, section)
    return problem && t(`block.${problem}`, { block: section.block })
  }
  const problemOf = (path: string): string | undefined => problemAt(problems, mended, path)
  const reveal = (path: string): void => {
    const [id] = path.split('.')
    const locale = path.split('.').at(-1)
    flushSync(() => {
      setOpen(id)
      if (isLocale(locale)) setLanguage(locale)
    })
    const field = document.getElementById(path) ?? document.querySelector<HTMLElement>(`[data-edit="${id}"]`)
    field?.focus()
  }
  const summary = {
    ...office,
    problems: useMemo(
      () =>
        problems.map(({ path, message: problemText, section }) => ({
          path,
          message: section ? t('problemIn', { name: nameOf(section), problem: problemText }) : problemText,
        })),
      [problems, t, nameOf],
    ),
    isField: (path: string) => sections.some(({ id }) => path.startsWith(`${id}.`)),
    choose: reveal,
  }

  const change = (section: WrittenSection, path: string): void => {
    draft.change(section)
    setMended((paths) => [...paths, path])
  }
  const store = async (): Promise<PageDraft> => {
    const body = { version: stored.version, sections: sections.map(tidy) }
    return isUnsaved ? client(savePageDraft, { params: { name }, body }, formCall) : stored
  }
  /** Shows problems that the server would also report, before sending. */
  const isReady = (): boolean => {
    const fieldProblems = sections.flatMap((section, position) => {
      const problem = ownProblem(section)
      return problem ? [{ path: `sections.${position}.block`, message: problem }] : []
    })
    setSent(sections)
    setMended([])
    office.show(fieldProblems)
    return fieldProblems.length === 0
  }
  const save = (): void => {
    if (!isReady()) return
    void office.send(async () => {
      draft.take(await store())
      void message.success(t('saved'))
    })
  }
  const publish = (): Promise<void> =>
    office.send(async () => {
      const saved = await store()
      // If publishing is refused, the draft has been saved anyway.
      draft.take(saved)
      draft.take(await client(publishPage, { params: { name }, body: { version: saved.version } }, formCall))
      void message.success(t('published', { page: pageWord(name) }))
    })
  const askToPublish = (): void => {
    if (!isReady()) return
    const visible = sections.filter((section) => section.visible)
    modal.confirm({
      title: t('publishConfirm', { page: pageWord(name) }),
      icon: null,
      width: 520,
      content: (
        <PublishQuestion
          changes={changesForVisitors(stored.published, sections)}
          absent={absentBlocks(name, visible)}
        />
      ),
      okText: t('publish'),
      onOk: publish,
    })
  }
  const catchUp = async (): Promise<void> => {
    draft.merge(await client(readPageDraft, { params: { name } }, formCall))
    office.catchUp()
  }
  const add = (type: SectionType): void => {
    const section = newSection(type, freeBlock(name, type, sections))
    draft.add(section)
    setOpen(section.id)
    setAdded(section.id)
  }
  const takeBack = (former: readonly WrittenSection[], number: number): void => {
    const fill = (): void => {
      draft.fill(former)
      void message.info(t('tookBack', { number }))
    }
    if (!isUnsaved) return fill()
    modal.confirm({
      title: t('takeBackConfirm', { number }),
      content: t('takeBackHelp'),
      okText: t('takeBack'),
      onOk: fill,
    })
  }
  const absent = absentBlocks(
    name,
    sections.filter(({ visible }) => visible),
  )

  return (
    <Form form={form} component={false} disabled={office.busy}>
      <div className="stack-fit gap-16">
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={summary} />
        {absent.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('absent', { blocks: intl.formatList(absent), count: absent.length })}
          />
        )}
        {sections.length === 0 && <Empty description={t('none')} />}
        {sections.length > 0 && (
          <OrderedList
            label={t('sections')}
            items={sections}
            nameOf={nameOf}
            onPlace={(id, side, target) =>
              draft.arrange(
                placed(
                  sections.map((section) => section.id),
                  id,
                  side,
                  target,
                ),
              )
            }
          >
            {(section) => {
              const states = languagesOf(section, stored.translations[section.id])
              const before = stored.sections.find(({ id }) => id === section.id)
              const isOpen = open === section.id
              return (
                <>
                  <SectionHead
                    section={section}
                    states={states}
                    isChanged={!before || !isSame(before, section)}
                    isOpen={isOpen}
                    onToggle={() => setOpen(isOpen ? undefined : section.id)}
                    onVisible={(visible) => draft.change({ ...section, visible })}
                    onRemove={() => draft.remove(section)}
                  />
                  {isOpen && (
                    <SectionForm
                      page={name}
                      section={section}
                      language={language}
                      states={states}
                      problemAt={(path) =>
                        path === `${section.id}.block` ? (ownProblem(section) ?? problemOf(path)) : problemOf(path)
                      }
                      onLanguage={setLanguage}
                      onChange={change}
                    />
                  )}
                </>
              )
            }}
          </OrderedList>
        )}
        <RemovedSections removed={draft.removed} onRestore={draft.restore} />
        <Button className={styles.add!} onClick={() => setShows('types')} aria-haspopup="dialog">
          {t('add')}
        </Button>
        <EditorBar
          draft={stored}
          busy={office.busy}
          isUnsaved={isUnsaved}
          onSave={save}
          onPreview={() => setPreviewed(sections)}
          onHistory={() => setShows('history')}
          onPublish={askToPublish}
        />
      </div>
      {shows === 'types' && <TypePicker onPick={add} onClose={() => setShows(undefined)} />}
      {shows === 'history' && (
        <HistoryDrawer<{ sections: WrittenSection[] }>
          client={client}
          kind="page"
          id={name}
          current={stored.version}
          onLook={(content) => setPreviewed(content.sections)}
          onTakeBack={(content, number) => takeBack(content.sections, number)}
          onClose={() => setShows(undefined)}
        />
      )}
      {previewed && (
        <PagePreview
          client={client}
          name={name}
          sections={previewed}
          language={language}
          view={view}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </Form>
  )
}
