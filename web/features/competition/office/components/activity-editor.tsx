import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button, Checkbox, Form, Input, InputNumber, Space, Typography } from 'antd'
import { useState, type ComponentProps } from 'react'
import {
  saveActivity,
  createActivity,
  deleteActivity,
  readActivitySource,
  type ActivityContent,
  type ActivitySource,
} from '@lectern/contract/competition/activities.ts'
import { activityMoves, type ActivityState as State } from '@lectern/contract/competition/competition-values.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { ContentEditor } from '../../../admin-ui/components/content-editor.tsx'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { InLanguage } from '../../../admin-ui/components/preview-dialog.tsx'
import { RichText } from '../../../admin-ui/components/rich-text.tsx'
import { SectionTabs } from '../../../admin-ui/components/section-tabs.tsx'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { contentOf, fieldsOf, fieldsOfVersion, type ActivityFields } from '../activity-fields.ts'
import { sectionOf, type ActivitySection } from '../activity-sections.ts'
import { useQuestionCheck } from '../question-check.ts'
import { useMove } from '../use-move.tsx'
import { useWorkCheck } from '../work-check.ts'
import { ActivityPreview } from './activity-preview.tsx'
import { ActivityState } from './activity-state.tsx'
import { FormBuilder } from './form-builder.tsx'
import { FormPreview } from './form-preview.tsx'
import { WorkRulesEditor } from './work-rules-editor.tsx'
import { WaitingListPanel } from '../../../enrolments/office/components/waiting-list-panel.tsx'

interface MovesProps {
  client: Client
  activity: ActivitySource
  /** Unsaved changes would not be published. */
  disabled: boolean
  onMoved: (activity: ActivitySource) => void
  onDeleted: () => void
}

/** The possible moves of an activity, and deleting it if nobody has used it. */
const Moves = ({ client, activity, disabled, onMoved, onDeleted }: MovesProps) => {
  const intl = useIntl()
  const move = useMove(client)
  const [busy, setBusy] = useState<State>()
  const [isDeleting, setDeleting] = useState(false)
  const name = localize(activity.name, intl.locale).text
  const start = async (state: State): Promise<void> => {
    setBusy(state)
    const moved = await move({ activity, name, state })
    setBusy(undefined)
    if (moved) onMoved(moved)
  }
  const remove = async (): Promise<void> => {
    const { id, version } = activity
    await client(deleteActivity, { params: { id }, query: { version: String(version) } })
    onDeleted()
  }
  const why = (state?: State): string | undefined => {
    if (activity.may.save) return activity.may.save
    if (disabled) return intl.formatMessage({ id: 'office.publishing.saveFirst' })
    return ((state === 'draft' || state === 'scheduled') && activity.may.hide) || undefined
  }
  return (
    <Space wrap>
      <ActivityState state={activity.state} />
      {activity.publishAt && <Moment value={activity.publishAt} />}
      {activity.state === 'published' && (
        <Link to={`/EnrollFor/${activity.id}`} target="_blank">
          <FormattedMessage id="office.activities.view" />
        </Link>
      )}
      {activityMoves[activity.state].map((state) => (
        <Button
          key={state}
          disabled={why(state) !== undefined || busy !== undefined}
          loading={busy === state}
          title={why(state)}
          onClick={() => void start(state)}
        >
          <FormattedMessage
            id={
              state === 'scheduled' && activity.state === 'scheduled'
                ? 'office.activities.schedule.change'
                : `office.publishing.move.${state}`
            }
          />
        </Button>
      ))}
      {activity.may.delete === null && (
        <Button
          danger
          aria-haspopup="dialog"
          disabled={why() !== undefined || busy !== undefined}
          title={why()}
          onClick={() => setDeleting(true)}
        >
          <FormattedMessage id="office.delete.confirm" />
        </Button>
      )}
      {isDeleting && <ConfirmDelete name={name} onDelete={remove} onClose={() => setDeleting(false)} />}
    </Space>
  )
}

interface CoverProps extends Pick<ComponentProps<typeof UploadField>, 'id' | 'value' | 'onChange' | 'label'> {
  disabled: boolean
}

/** The field is not one of antd, which the form would disable. */
const Cover = ({ disabled, ...field }: CoverProps) => (
  <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
    <UploadField purpose="picture" {...field} />
  </fieldset>
)

interface ActivityEditorProps {
  client: Client
  activity: ActivitySource | undefined
  /** The edition of a new activity. */
  editionId: EditionId
  /** For the preview. */
  inLanguage: InLanguage
  onSaved: (activity: ActivitySource) => void
  /** It was published, archived or became a draft again. */
  onMoved: () => void
  onDeleted: () => void
}

/** Editor of an activity: texts in all languages, limits, and the form that teams fill in. */
export const ActivityEditor = (props: ActivityEditorProps) => {
  const { client, activity, editionId, inLanguage, onSaved, onMoved, onDeleted } = props
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const [current, setCurrent] = useState(activity)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isPreviewed, setPreviewed] = useState(false)
  const [preview, setPreview] = useState<{ content: ActivityContent; language: Locale }>()
  const [section, setSection] = useState<ActivitySection>('basics')
  const checkQuestions = useQuestionCheck()
  const checkWork = useWorkCheck()
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const save = async (fields: ActivityFields, before: ActivitySource | undefined): Promise<ActivitySource> => {
    const content = contentOf(fields)
    if (before) {
      const body = { ...content, version: before.version }
      return client(saveActivity, { params: { id: before.id }, body }, formCall)
    }
    const body = { ...content, editionId }
    return client(createActivity, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
  }
  const open = (ids: readonly string[], isOpen: boolean): void =>
    setOpened((before) => {
      const rest = [...before].filter((id) => !ids.includes(id))
      return new Set(isOpen ? [...rest, ...ids] : rest)
    })
  const openWrong = (problems: readonly FieldProblem[], { fields, workRules: { parts } }: ActivityFields): void => {
    const places = problems.flatMap(({ path }) => {
      const [, list, place] = /^(fields|workRules\.parts)\.(\d+)/.exec(path) ?? []
      return place === undefined ? [] : ((list === 'fields' ? fields : parts)[Number(place)]?.id ?? [])
    })
    open(places, true)
  }
  const number = (
    name: 'teamMin' | 'teamMax' | 'advisorsMax' | 'capacity',
    least: number,
    most: number,
    help?: string,
  ) => (
    <Form.Item name={name} label={t(name)} {...(help && { extra: help })}>
      <InputNumber min={least} max={most} style={{ width: 160 }} />
    </Form.Item>
  )
  const rich = (name: 'body' | 'requirements' | 'rules', language: Locale) => (
    <Form.Item key={`${name} ${language}`} name={[name, language]} label={t(name)}>
      <RichText lang={language} label={t(name)} />
    </Form.Item>
  )
  return (
    <ContentEditor<ActivityFields, ActivitySource>
      client={client}
      kind="activity"
      item={activity}
      valuesOf={fieldsOf}
      valuesOfVersion={fieldsOfVersion}
      needed={[{ name: 'name', label: t('name') }]}
      check={({ values, language }) => [
        ...checkQuestions(values.fields, language),
        ...checkWork(values.workRules, language),
      ]}
      onProblems={openWrong}
      onReveal={(path) => setSection(sectionOf(path))}
      save={save}
      refusal={current?.may.save}
      load={async (id) => {
        const loaded = await client(readActivitySource, { params: { id } })
        setCurrent(loaded)
        return loaded
      }}
      onSaved={(saved) => {
        setCurrent(saved)
        onSaved(saved)
      }}
      renderTools={(view) => (
        <Button
          aria-haspopup="dialog"
          onClick={() => setPreview({ content: contentOf(view.values), language: view.language })}
        >
          <FormattedMessage id="office.preview.title" />
        </Button>
      )}
      renderActions={(item, isUnsaved, take) => (
        <Moves
          client={client}
          activity={item}
          disabled={isUnsaved}
          onMoved={(moved) => {
            setCurrent(moved)
            take(moved)
            onMoved()
          }}
          onDeleted={onDeleted}
        />
      )}
    >
      {({ language, values, set }) => (
        <>
          <SectionTabs
            activeKey={section}
            onChange={(key) => setSection(key as ActivitySection)}
            items={[
              {
                key: 'basics' as const,
                children: (
                  <>
                    <Form.Item
                      name="code"
                      label={t('code')}
                      extra={(!current?.may.save && current?.may.code) || t('codeHelp')}
                    >
                      <Input
                        maxLength={6}
                        autoComplete="off"
                        disabled={typeof current?.may.code === 'string'}
                        style={{ width: 160, textTransform: 'uppercase' }}
                      />
                    </Form.Item>
                    <LocalizedItem name="name" label={t('name')} language={language} most={100} />
                    <LocalizedItem
                      name="group"
                      label={t('group')}
                      language={language}
                      most={60}
                      help={t('groupHelp')}
                    />
                    <LocalizedItem name="summary" label={t('summary')} language={language} most={500} rows={3} />
                    <Form.Item name="cover" label={t('cover')}>
                      <Cover label={t('cover')} disabled={Boolean(current?.may.save)} />
                    </Form.Item>
                  </>
                ),
              },
              {
                key: 'limits' as const,
                children: (
                  <>
                    <Space size="large" wrap align="start">
                      {number('teamMin', 1, 50)}
                      {number('teamMax', 1, 50)}
                      {number('advisorsMax', 0, 10)}
                    </Space>
                    {number(
                      'capacity',
                      1,
                      1_000_000,
                      t('capacityHelp', { taken: current?.taken ?? 0, held: current?.offered ?? 0 }),
                    )}
                    <Form.Item name="waitingList" valuePropName="checked" extra={t('waitingListHelp')}>
                      <Checkbox>{t('waitingList')}</Checkbox>
                    </Form.Item>
                    {current && (current.waitingList || current.waiting > 0) && (
                      <WaitingListPanel client={client} activityId={current.id} />
                    )}
                  </>
                ),
              },
              { key: 'about' as const, children: rich('body', language) },
              {
                key: 'terms' as const,
                children: (
                  <>
                    {rich('requirements', language)}
                    {rich('rules', language)}
                  </>
                ),
              },
              {
                key: 'form' as const,
                children: (
                  <>
                    <Space style={{ marginBottom: 16 }} wrap>
                      <Typography.Text type="secondary">
                        <FormattedMessage id="office.activities.formHelp" />
                      </Typography.Text>
                      <Button
                        aria-haspopup="dialog"
                        disabled={values.fields.length === 0}
                        onClick={() => setPreviewed(true)}
                      >
                        <FormattedMessage id="office.activities.preview" />
                      </Button>
                    </Space>
                    <FormBuilder
                      questions={values.fields}
                      answered={current?.answered ?? []}
                      language={language}
                      opened={opened}
                      onOpen={(id, isOpen) => open([id], isOpen)}
                    />
                  </>
                ),
              },
              {
                key: 'work' as const,
                children: (
                  <WorkRulesEditor
                    rules={values.workRules}
                    used={current?.usedParts ?? []}
                    language={language}
                    opened={opened}
                    onOpen={(id, isOpen) => open([id], isOpen)}
                    onSet={set}
                  />
                ),
              },
            ].map((item) => ({ ...item, label: t(`section.${item.key}`), forceRender: true }))}
          />
          {preview && (
            <ActivityPreview
              {...preview}
              client={client}
              editionId={editionId}
              id={current?.id ?? null}
              inLanguage={inLanguage}
              onClose={() => setPreview(undefined)}
            />
          )}
          {isPreviewed && (
            <FormPreview questions={values.fields} language={language} onClose={() => setPreviewed(false)} />
          )}
        </>
      )}
    </ContentEditor>
  )
}
