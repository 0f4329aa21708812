import { App, Button, Form, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { withNote } from '@lectern/contract/brackets.ts'
import { maxGraceMinutes, phaseKinds } from '@lectern/contract/competition-values.ts'
import type { OfficePhase, PhaseEffects, Timeline } from '@lectern/contract/phases.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { Outdated } from '../../../admin-ui/components/outdated.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { TypedMomentField } from '../../../admin-ui/components/typed-moment-field.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { savePhase, createPhase, readPhase, foreseePhase } from '../api.ts'
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
  const [asked, setAsked] = useState<{ effects: PhaseEffects; times: Times }>()

  const placeOf = ({ activityId, kind }: PhaseFields) => ({ activityId: activityId === '' ? null : activityId, kind })
  const save = async (times: Times): Promise<void> => {
    const fields = { ...fieldsOf(initial, timeZone), ...form.getFieldsValue() }
    const window = { ...times, graceMinutes: fields.graceMinutes ?? 0 }
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
      if (effects.closes || effects.shortens) setAsked({ effects, times })
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
    setAsked(undefined)
    // Wait until the fields are rendered again.
    setTimeout(() => form.focusField('closesAt'))
  }
  const footer = asked
    ? [
        <Button key="back" onClick={goBack}>
          {t('back')}
        </Button>,
        <Button
          key="save"
          danger
          type="primary"
          loading={office.busy}
          onClick={() =>
            void office.send(async () => {
              try {
                await save(asked.times)
              } finally {
                setAsked(undefined)
              }
            })
          }
        >
          {t(asked.effects.closes ? 'confirmClose' : 'confirmShorten')}
        </Button>,
      ]
    : [
        <Button key="cancel" onClick={close}>
          {t('cancel')}
        </Button>,
        <Button key="save" type="primary" loading={office.busy} onClick={() => form.submit()}>
          {t('save')}
        </Button>,
      ]
  return (
    <Modal open={isOpen} title={phase ? name : t('add')} onCancel={close} afterClose={onClose} footer={footer}>
      {office.outdated && <Outdated onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      {phase && loaded && phase.version !== loaded.version && (
        <p>
          {t('storedNow', {
            range: t('range', { from: words.moment(phase.opensAt), until: words.moment(phase.closesAt) }),
          })}
        </p>
      )}
      {asked && (
        <EffectsNotice effects={asked.effects} kind={form.getFieldValue('kind') ?? initial.kind} words={words} />
      )}
      <Form
        form={form}
        name="phase"
        layout="vertical"
        initialValues={fieldsOf(initial, timeZone)}
        onFinish={submit}
        hidden={asked !== undefined}
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
          <TypedMomentField timeZone={timeZone} />
        </Form.Item>
        <Form.Item name="closesAt" label={t('closesAt')} extra={t('closesAtHelp')}>
          <TypedMomentField timeZone={timeZone} />
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
