import { App, Button, ConfigProvider, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { isTextEmpty, type LocalizedText } from '@lectern/contract/localized.ts'
import { translationStates } from '@lectern/contract/pages/publish-values.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import type { RevisionKind } from '@lectern/contract/revisions/revision-kinds.ts'
import type { Client } from '../../../request/client.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { mergeEdits, isSameValue } from '../merge-edits.ts'
import { useOfficeForm } from '../use-office-form.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { LanguageBar } from './language-bar.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { SaveBar, saveStateOf } from './save-bar.tsx'

interface Stored {
  id: string
  version: number
  written: LanguageStamps
}

/** A required field; a localised one needs at least one language. */
interface Needed {
  name: string
  label: string
  /** It is uploaded, not typed. */
  isFile?: boolean
}

/** A problem that the form has found. `isOnlyHere`: the server would not notice it, such as a text that is no number. */
export type LocalProblem = FieldProblem & { isOnlyHere?: boolean }

interface View<Values> {
  /** The language that is being edited. */
  language: Locale
  values: Values
}

/** Sets a value of the form, as if it had been typed. */
type SetValue = (path: readonly (string | number)[], value: unknown) => void

interface ContentEditorProps<Values extends object, Item extends Stored> {
  client: Client
  kind: RevisionKind
  /** The stored item; undefined if it is new. */
  item: Item | undefined
  /** Converts an item to form values. */
  valuesOf: (item: Item | undefined) => Values
  /** Converts a former version to form values. */
  valuesOfVersion: (content: Record<string, unknown>) => Values
  needed: readonly Needed[]
  /** Additional validation before saving. */
  check?: (view: View<Values>) => LocalProblem[]
  /** Opens the parts of the form with these problems. */
  onProblems?: (problems: readonly FieldProblem[], values: Values) => void
  /** Makes the part of the form with this field visible. */
  onReveal?: (path: string) => void
  save: (values: Values, item: Item | undefined) => Promise<Item>
  load: (id: string) => Promise<Item>
  onSaved?: (item: Item) => void
  /** Why the item may not be saved; absent: it may. */
  refusal?: string | null | undefined
  /** Shown beside the save button. */
  renderActions?: (item: Item, isUnsaved: boolean, take: (item: Item) => void) => ReactNode
  /** Shown beside the save button, also for a new item. */
  renderTools?: (view: View<Values>) => ReactNode
  /** Shown beside the form. */
  renderAside?: (view: View<Values>) => ReactNode
  children: (view: View<Values> & { set: SetValue }) => ReactNode
}

const isText = (value: unknown): value is LocalizedText =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  isText(value) ? isTextEmpty(value) : value === null || value === undefined

/** Editor for one content item in all languages. Every save creates a version and never overwrites a colleague's. */
export const ContentEditor = <Values extends object, Item extends Stored>(props: ContentEditorProps<Values, Item>) => {
  const { client, kind, item: loaded, valuesOf, valuesOfVersion, needed, save, load, onSaved } = props
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [item, setItem] = useState(loaded)
  const [values, setValues] = useState(() => valuesOf(loaded))
  const [language, setLanguage] = useState(intl.locale)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const office = useOfficeForm(form, {
    language,
    reveal: (path) => {
      const locale = path.split('.').at(-1)
      flushSync(() => {
        if (isLocale(locale)) setLanguage(locale)
        props.onReveal?.(path)
      })
    },
    prepare: (problems) => flushSync(() => props.onProblems?.(problems, values)),
  })
  const isUnsaved = !isSameValue(valuesOf(item), values)
  useLeaveGuard(() => isUnsaved, intl.formatMessage({ id: 'office.content.leave' }))

  const take = (next: Item, nextValues = valuesOf(next)): void => {
    setItem(next)
    setValues(nextValues)
    form.setFieldsValue(nextValues)
  }
  const set: SetValue = (path, value) => {
    form.setFieldValue([...path] as never, value)
    setValues(form.getFieldsValue(true) as Values)
  }
  const view = { language, values }
  const submit = (): void => {
    if (props.refusal) return
    const missing = needed
      .filter(({ name }) => isEmpty(values[name as keyof Values]))
      .map(({ name, label, isFile }) => ({
        path: isText(values[name as keyof Values]) ? `${name}.${language}` : name,
        message: intl.formatMessage({ id: isFile ? 'form.requiredFile' : 'form.required' }, { label }),
      }))
    const problems: LocalProblem[] = [...missing, ...(props.check?.(view) ?? [])]
    // The server refuses what is missing too, and reports the problems that only it can find.
    if (problems.length > 0 && problems.every(({ isOnlyHere }) => isOnlyHere)) return office.show(problems)
    void office.send(async () => {
      const saved = await save(values, item)
      flushSync(() => take(saved))
      void message.success(intl.formatMessage({ id: 'office.content.saved' }))
      onSaved?.(saved)
    }, problems)
  }
  const catchUp = async (): Promise<void> => {
    const now = await load(item!.id)
    take(now, mergeEdits(valuesOf(item), values, valuesOf(now)))
    office.catchUp()
  }
  const aside = props.renderAside?.(view)
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 32 }}>
      <Form
        form={form}
        name={kind}
        layout="vertical"
        initialValues={values}
        disabled={Boolean(props.refusal)}
        // All values: hidden languages may have no field.
        onValuesChange={() => setValues(form.getFieldsValue(true) as Values)}
        onFinish={submit}
        style={{ flex: '1 1 420px', minWidth: 0, maxWidth: 760 }}
      >
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={office} />
        {/* What cannot be changed can still be read in all languages. */}
        <ConfigProvider componentDisabled={false}>
          <LanguageBar
            value={language}
            onChange={setLanguage}
            {...(item && { states: translationStates(item.written) })}
          />
        </ConfigProvider>
        {props.children({ ...view, set })}
      </Form>
      {aside && <div style={{ flex: '1 1 320px', minWidth: 0, maxWidth: 640 }}>{aside}</div>}
      <SaveBar
        state={saveStateOf({ isNew: item === undefined, isUnsaved, isBusy: office.busy })}
        detail={item && <FormattedMessage id="office.content.version" values={{ version: item.version }} />}
      >
        {props.renderTools?.({ language, values })}
        {item && props.renderActions?.(item, isUnsaved, take)}
        {item && (
          <Button onClick={() => setHistoryOpen(true)} aria-haspopup="dialog">
            <FormattedMessage id="office.content.history" />
          </Button>
        )}
        <Button
          type="primary"
          loading={office.busy}
          disabled={Boolean(props.refusal) || (item !== undefined && !isUnsaved)}
          title={props.refusal ?? undefined}
          onClick={() => form.submit()}
        >
          <FormattedMessage id="office.content.save" />
        </Button>
      </SaveBar>
      {isHistoryOpen && item && (
        <HistoryDrawer<Record<string, unknown>>
          client={client}
          kind={kind}
          id={item.id}
          current={item.version}
          onTakeBack={(content) => take(item, valuesOfVersion(content))}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </div>
  )
}
