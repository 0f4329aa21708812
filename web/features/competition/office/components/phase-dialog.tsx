import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Form, InputNumber, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import { maxGraceMinutes, phaseKinds } from '@lectern/contract/competition/competition-values.ts'
import {
  savePhase,
  createPhase,
  readPhase,
  foreseePhase,
  type OfficePhase,
  type PhaseEffects,
  type Timeline,
} from '@lectern/contract/competition/phases.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { fieldsOf, readTimes, type PhaseFields } from '../phase-fields.ts'
import type { PhaseWords } from '../phase-words.ts'
import { EffectsNotice } from './effects-notice.tsx'

interface PhaseDialogProps {
  client: Client
  timeline: Timeline
  edition: NonNullable<Timeline['edition']>
  words: PhaseWords
  /** The stored phase; undefined if it is new. */
  phase: OfficePhase | undefined
  /** The times that it was dragged to, or the defaults of a new one. */
  initial: Pick<OfficePhase, 'activityId' | 'kind' | 'opensAt' | 'closesAt' | 'graceMinutes'>
  onSaved: () => void
  onClose: () => void
}

type Times = Pick<OfficePhase, 'opensAt' | 'closesAt'>

const confirmation = ({ closes, shortens }: PhaseEffects): IdAfter<'office.phases.'> => {
  if (closes) return 'confirmClose'
  return shortens ? 'confirmShorten' : 'confirmMove'
}

/** Edits a phase in the edition's time zone. Shows who would lose time before it is saved. */
export const PhaseDialog = (props: PhaseDialogProps) => {
  const { client, timeline, edition, words, phase: loaded, initial, onSaved, onClose } = props
  const { t, kindName, placeName } = words
  const { timeZone } = edition
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<PhaseFields>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [phase, setPhase] = useState(loaded)
  const chosen = { ...fieldsOf(initial, timeZone), ...(Form.useWatch([], form) as Partial<PhaseFields> | undefined) }
  const [change, setChange] = useState<{ effects: PhaseEffects; times: Times }>()
  const [decision, setDecision] = useState<'move' | 'leave'>('move')

  const placeOf = ({ activityId, kind }: PhaseFields) => ({ activityId: activityId === '' ? null : activityId, kind })
  const save = async (times: Times, outside: PhaseEffects['outside'] = []): Promise<void> => {
    const fields = { ...fieldsOf(initial, timeZone), ...form.getFieldsValue() }
    const things = outside.some(({ isMovable }) => isMovable) ? decision : 'leave'
    const window = {
      ...times,
      graceMinutes: fields.graceMinutes ?? 0,
      ...(outside.length > 0 && ({ things } as const)),
    }
    if (phase) {
      await client(savePhase, { params: { id: phase.id }, body: { version: phase.version, ...window } }, formCall)
    } else {
      const body = { editionId: edition.id, ...placeOf(fields), ...window }
      await client(createPhase, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
    }
    void message.success(t('saved'))
    setOpen(false)
    onSaved()
  }
  const submit = (): void => {
    const fields = { ...fieldsOf(initial, timeZone), ...form.getFieldsValue() }
    const { times, problems } = readTimes(fields, phase ?? initial, timeZone, (name, what) =>
      t(what, { label: t(name) }),
    )
    office.show(problems)
    if (!times) return
    void office.send(async () => {
      const { activityId, kind } = placeOf(fields)
      const place = { edition: edition.id, kind, ...(activityId && { activity: activityId }) }
      const effects = await client(foreseePhase, { query: { ...place, ...times } }, formCall)
      if (effects.closes || effects.shortens || effects.outside.length > 0) setChange({ effects, times })
      else await save(times)
    })
  }
  const catchUp = async (): Promise<void> => {
    setPhase(await client(readPhase, { params: { id: phase!.id } }))
    office.catchUp()
  }
  const name = t('name', { kind: kindName(initial.kind), place: placeName(timeline.activities, initial.activityId) })
  const close = (): void => setOpen(false)
  const goBack = (): void => {
    setChange(undefined)
    // Wait until the fields are rendered again.
    setTimeout(() => form.focusField('closesAt'))
  }
  const whyNot = (): string | null => {
    if (phase) return timeline.list.find(({ id }) => id === phase.id)?.whyNot ?? null
    const { activityId, kind } = placeOf(chosen)
    const activity = timeline.activities.find(({ id }) => id === activityId)
    return activity ? activity.whyNot : (timeline.whyNot[kind] ?? null)
  }
  const why = whyNot()
  const footer = change
    ? [
        <Button key="back" onClick={goBack}>
          {t('back')}
        </Button>,
        <Button
          key="save"
          danger={change.effects.closes || change.effects.shortens}
          type="primary"
          loading={office.busy}
          onClick={() =>
            void office.send(async () => {
              try {
                await save(change.times, change.effects.outside)
              } finally {
                setChange(undefined)
              }
            })
          }
        >
          {t(confirmation(change.effects))}
        </Button>,
      ]
    : [
        <Button key="cancel" onClick={close}>
          {t('cancel')}
        </Button>,
        <Button key="save" type="primary" disabled={why !== null} loading={office.busy} onClick={() => form.submit()}>
          {t('save')}
        </Button>,
      ]
  return (
    <Modal open={isOpen} title={phase ? name : t('add')} onCancel={close} afterClose={onClose} footer={footer}>
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <ForOthers why={why} />
      {phase && loaded && phase.version !== loaded.version && (
        <p>
          {t('storedNow', {
            range: t('range', { from: words.moment(phase.opensAt), until: words.moment(phase.closesAt) }),
          })}
        </p>
      )}
      {change && (
        <EffectsNotice effects={change.effects} kind={form.getFieldValue('kind') ?? initial.kind} words={words} />
      )}
      {change?.effects.outside.some(({ isMovable }) => isMovable) && (
        <Form.Item layout="vertical" label={t('things')}>
          <Radio.Group
            value={decision}
            onChange={({ target }) => setDecision(target.value as typeof decision)}
            style={{ display: 'grid', gap: 8 }}
            options={(['move', 'leave'] as const).map((value) => ({ value, label: t(`things.${value}`) }))}
          />
        </Form.Item>
      )}
      <Form
        form={form}
        name="phase"
        layout="vertical"
        initialValues={fieldsOf(initial, timeZone)}
        onFinish={submit}
        hidden={change !== undefined}
      >
        {!phase && (
          <>
            <Form.Item name="activityId" label={t('place')}>
              <Select
                options={[
                  { value: '', label: t('edition') },
                  ...timeline.activities.map(({ id, name: label, code }) => ({
                    value: id,
                    label: withNote(intl.locale, label, code),
                  })),
                ]}
              />
            </Form.Item>
            <Form.Item name="kind" label={t('kind')}>
              <Select options={phaseKinds.map((kind) => ({ value: kind, label: kindName(kind) }))} />
            </Form.Item>
          </>
        )}
        <Form.Item name="opensAt" label={t('opensAt')}>
          <MomentTextField timeZone={timeZone} />
        </Form.Item>
        <Form.Item name="closesAt" label={t('closesAt')} extra={t('closesAtHelp')}>
          <MomentTextField timeZone={timeZone} />
        </Form.Item>
        <p style={{ margin: '0 0 24px', color: 'var(--ink-2)' }}>{t('zone', { zone: words.zone })}</p>
        <Form.Item name="graceMinutes" label={t('graceMinutes')} extra={t('graceHelp')}>
          <InputNumber
            min={0}
            max={maxGraceMinutes}
            precision={0}
            suffix={intl.formatMessage({ id: 'office.phases.minutes' })}
            style={{ width: 160 }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
