import { Alert, Button, Dropdown, Input, Modal, Select, Space } from 'antd'
import { useEffect, useState } from 'react'
import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import {
  checkTemplate,
  readTemplate,
  saveTemplate,
  type CertificateTemplate,
} from '@lectern/contract/certificates/certificate-office.ts'
import {
  frames,
  maxElements,
  orientations,
  pageSizes,
  type CertificatePageSize,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Client } from '../../../../request/client.ts'
import { failureOf, problemsOf } from '../../../../request/request-error.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { SaveBar, saveStateOf } from '../../../admin-ui/components/save-bar.tsx'
import { withoutBlanks } from '../../../admin-ui/without-blanks.ts'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import {
  addElement,
  changeElement,
  onPage,
  readableText,
  removeElement,
  restack,
  type NewElement,
} from '../design-edits.ts'
import { useDesign } from '../use-design.ts'
import { DesignCanvas } from './design-canvas.tsx'
import { ColorField, ElementFields, ElementList, Labelled } from './element-fields.tsx'
import { RealPage, type Previewed } from './real-page.tsx'
import styles from './template-editor.module.css'

interface TemplateEditorProps {
  client: Client
  template: CertificateTemplate
  onSaved: (template: CertificateTemplate) => void
}

interface CheckProblem {
  element: string
  message: string
}

/** What in the design does not fit or cannot be printed, asked after every change. */
const useProblems = (client: Client, previewed: Previewed): readonly CheckProblem[] => {
  const [problems, setProblems] = useState<readonly CheckProblem[]>([])
  const key = JSON.stringify(previewed)
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const body = JSON.parse(key) as Previewed
      client(checkTemplate, { body }, { skipErrorHandler: true, signal: controller.signal }).then(
        (answer) => setProblems(answer.problems),
        // What cannot be checked yet is incomplete; saving says what is wrong.
        () => undefined,
      )
    }, 800)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, key])
  return problems
}

/** Elements on a page in millimetres over the real PDF. A version that has certificates never changes: saving makes a new one. */
export const TemplateEditor = ({ client, template: loaded, onSaved }: TemplateEditorProps) => {
  const { t, intl } = useCertificateWords()
  const [template, setTemplate] = useState(loaded)
  const { design, change, undo, redo } = useDesign(loaded.source.design)
  const [name, setName] = useState<LocalizedText>(loaded.source.name)
  const [language, setLanguage] = useState(intl.locale)
  const [sample, setSample] = useState<Previewed['sample']>('usual')
  const [selected, setSelected] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [wrong, setWrong] = useState<readonly FieldProblem[]>([])
  const [isAddingPicture, setAddingPicture] = useState(false)
  const isUnsaved =
    JSON.stringify([design, withoutBlanks(name)]) !== JSON.stringify([template.source.design, template.source.name])
  useLeaveGuard(() => isUnsaved, intl.formatMessage({ id: 'settings.leave' }))
  const previewed: Previewed = { kind: template.kind, design, locale: language, sample }
  const problems = useProblems(client, previewed)
  const element = design.elements.find(({ id }) => id === selected)

  const nameOf = (each: DesignElement): string => {
    const kind = t(`element.${each.kind}`)
    if (each.kind === 'text')
      return readableText(localize(each.text, language).text, (field) => t(`field.${field}`)).slice(0, 40) || kind
    return each.kind === 'ornament' ? t(`design.ornament.${each.ornament}`) : kind
  }
  const add = (kind: NewElement): void => {
    const added = addElement(design, kind)
    change(added.design)
    setSelected(added.id)
  }
  const remove = (id: string): void => {
    change(removeElement(design, id))
    setSelected(undefined)
  }
  const setPage = (page: Partial<CertificateDesign['page']>): void => {
    const next = { ...design, page: { ...design.page, ...page } }
    // What would lie beside the new page moves onto it.
    change({ ...next, elements: next.elements.map((each) => ({ ...each, ...onPage(next, each) })) }, 'page')
  }
  const save = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setWrong([])
    try {
      const body = { version: template.version, name: withoutBlanks(name), design }
      const saved = await client(saveTemplate, { params: { id: template.id }, body }, formCall)
      setTemplate(saved)
      setOutdated(false)
      onSaved(saved)
    } catch (error) {
      setOutdated(failureOf(error)?.error === 'resource.changed')
      setWrong(problemsOf(error) ?? [])
    }
    setBusy(false)
  }
  const catchUp = async (): Promise<void> => {
    const newer = await client(readTemplate, { params: { id: template.id } })
    // What is on the screen stays; saving it again replaces the newer version.
    setTemplate({ ...newer })
    setOutdated(false)
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    // Text fields have their own undo.
    if ((event.target as Element).matches('input, textarea')) return
    event.preventDefault()
    if (event.shiftKey) redo?.()
    else undo?.()
  }
  return (
    <div onKeyDown={onKeyDown}>
      {isOutdated && <OutdatedNotice onCatchUp={() => void catchUp()} />}
      {wrong.length > 0 && (
        <Alert
          type="error"
          role="alert"
          showIcon
          style={{ marginBottom: 16 }}
          title={intl.formatMessage({ id: 'form.problems' })}
          description={
            <ul>
              {wrong.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className={styles.desk}>
        <div className="stack gap-12">
          <Space wrap align="start">
            <LanguageBar value={language} onChange={setLanguage} />
            <Select
              aria-label={t('design.sample')}
              value={sample}
              options={(['usual', 'longest'] as const).map((value) => ({ value, label: t(`design.sample.${value}`) }))}
              onChange={setSample}
              popupMatchSelectWidth={false}
            />
          </Space>
          <DesignCanvas
            design={design}
            selected={selected}
            nameOf={nameOf}
            onSelect={setSelected}
            onPlace={(id, box, about) => change(changeElement(design, id, box), about)}
            onRemove={remove}
          >
            <RealPage previewed={previewed} label={t('design.preview')} failed={t('design.previewFailed')} />
          </DesignCanvas>
          <p className="muted small">{t('design.keys')}</p>
          {problems.length > 0 && (
            <Alert
              type="warning"
              role="status"
              showIcon
              title={t('design.problems')}
              description={
                <ul>
                  {problems.map(({ element: id, message }) => (
                    <li key={`${id} ${message}`}>
                      <Button type="link" size="small" onClick={() => setSelected(id)}>
                        {message}
                      </Button>
                    </li>
                  ))}
                </ul>
              }
            />
          )}
        </div>
        <aside className="stack gap-16" aria-label={t('design.properties')}>
          <Space wrap>
            <Dropdown
              trigger={['click']}
              disabled={design.elements.length >= maxElements}
              menu={{
                items: (['text', 'number', 'qr', 'picture', 'stamp', 'ornament'] as const).map((kind) => ({
                  key: kind,
                  label: t(`element.${kind}`),
                  onClick: () => (kind === 'picture' ? setAddingPicture(true) : add(kind)),
                })),
              }}
            >
              <Button aria-haspopup="menu">{t('design.add')}</Button>
            </Dropdown>
            <Button disabled={!undo} onClick={undo}>
              {t('design.undo')}
            </Button>
            <Button disabled={!redo} onClick={redo}>
              {t('design.redo')}
            </Button>
          </Space>
          <ElementList design={design} selected={selected} nameOf={nameOf} onSelect={setSelected} />
          {element ? (
            <>
              <Space wrap>
                <Button size="small" onClick={() => change(restack(design, element.id, 1))}>
                  {t('design.forward')}
                </Button>
                <Button size="small" onClick={() => change(restack(design, element.id, -1))}>
                  {t('design.back')}
                </Button>
                <Button size="small" danger onClick={() => remove(element.id)}>
                  {t('design.remove')}
                </Button>
                <Button size="small" type="link" onClick={() => setSelected(undefined)}>
                  {t('design.toPage')}
                </Button>
              </Space>
              <ElementFields
                key={element.id}
                design={design}
                element={element}
                language={language}
                onChange={(part, about) => change(changeElement(design, element.id, part), about)}
              />
            </>
          ) : (
            <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
              <Labelled label={t('design.name')}>
                <Input
                  lang={language}
                  maxLength={100}
                  value={name[language] ?? ''}
                  onChange={({ target }) => setName({ ...name, [language]: target.value })}
                />
              </Labelled>
              <Labelled label={t('design.paperSize')}>
                <Select
                  value={design.page.size}
                  options={(Object.keys(pageSizes) as CertificatePageSize[]).map((value) => ({ value, label: value }))}
                  onChange={(size) => setPage({ size })}
                />
              </Labelled>
              <Labelled label={t('design.orientation')}>
                <Select
                  value={design.page.orientation}
                  options={orientations.map((value) => ({ value, label: t(`design.orientation.${value}`) }))}
                  onChange={(orientation) => setPage({ orientation })}
                />
              </Labelled>
              <ColorField
                label={t('design.paper')}
                value={design.page.paper}
                onChange={(paper) => setPage({ paper })}
              />
              <Labelled label={t('design.frame')}>
                <Select
                  value={design.frame.style}
                  options={frames.map((value) => ({ value, label: t(`design.frame.${value}`) }))}
                  onChange={(style) => change({ ...design, frame: { ...design.frame, style } }, 'frame')}
                />
              </Labelled>
              <ColorField
                label={t('design.color')}
                value={design.frame.color}
                onChange={(color) => change({ ...design, frame: { ...design.frame, color } }, 'frame color')}
              />
              <ColorField
                label={t('design.second')}
                value={design.frame.second}
                onChange={(second) => change({ ...design, frame: { ...design.frame, second } }, 'frame second')}
              />
              <div>
                <span className="muted small">{t('design.background')}</span>
                <UploadField
                  purpose="artwork"
                  label={t('design.background')}
                  value={design.background}
                  onChange={(background) => change({ ...design, background }, 'background')}
                />
              </div>
            </Space>
          )}
        </aside>
      </div>
      <SaveBar
        state={saveStateOf({ isUnsaved, isBusy })}
        detail={template.isUsed ? t('design.isUsed', { number: template.number }) : undefined}
      >
        <Button type="primary" loading={isBusy} disabled={!isUnsaved} onClick={() => void save()}>
          {intl.formatMessage({ id: 'office.content.save' })}
        </Button>
      </SaveBar>
      <Modal
        open={isAddingPicture}
        title={t('element.picture')}
        footer={null}
        destroyOnHidden
        onCancel={() => setAddingPicture(false)}
      >
        <UploadField
          purpose="artwork"
          label={t('design.picture')}
          value={null}
          onChange={(file) => {
            if (!file) return
            add({ picture: file })
            setAddingPicture(false)
          }}
        />
      </Modal>
    </div>
  )
}
