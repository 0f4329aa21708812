import { App, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import { createPhases, type Timeline } from '@lectern/contract/competition/phases.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { momentText } from '../../../admin-ui/moment-text.ts'
import type { MissingPhase } from '../next-phase.ts'
import { readTimes } from '../phase-fields.ts'
import type { PhaseWords } from '../phase-words.ts'

interface Row {
  kind: PhaseKind
  opensAt: string
  closesAt: string
}

interface PhasePlanProps {
  client: Client
  edition: NonNullable<Timeline['edition']>
  words: PhaseWords
  /** What the edition does not have yet, with times to begin with. */
  missing: readonly MissingPhase[]
  onSaved: () => void
  onClose: () => void
}

/** All phases that an edition does not have yet, with proposed times, to be checked and added at once. */
export const PhasePlan = ({ client, edition, words, missing, onSaved, onClose }: PhasePlanProps) => {
  const { t, kindName } = words
  const { timeZone } = edition
  const { message } = App.useApp()
  const [form] = Form.useForm<{ phases: Row[] }>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [initial] = useState(() =>
    missing.map(({ kind, opensAt, closesAt }) => ({
      kind,
      opensAt: momentText(opensAt, timeZone),
      closesAt: momentText(closesAt, timeZone),
    })),
  )
  // The kind of a phase has no field.
  const rows = Form.useWatch('phases', { form, preserve: true }) ?? initial
  const submit = (): void => {
    const read = (form.getFieldsValue(true) as { phases: Row[] }).phases.map((row, at) => {
      const stored = missing.find(({ kind }) => kind === row.kind)
      const { times, problems } = readTimes(row, stored, timeZone, (name, what) => t(what, { label: t(name) }))
      return {
        phase: { kind: row.kind, ...times },
        problems: problems.map(({ path, message: text }) => ({ path: `phases.${at}.${path}`, message: text })),
      }
    })
    const problems = read.flatMap((one) => one.problems)
    office.show(problems)
    if (problems.length > 0) return
    const body = { phases: read.map(({ phase }) => phase as Row) }
    void office.send(async () => {
      const headers = { 'Idempotency-Key': keyOf(body) }
      await client(createPhases, { params: { id: edition.id }, body }, { ...formCall, headers })
      void message.success(t('saved'))
      setOpen(false)
      onSaved()
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('plan')}
      okText={t('plan.save', { count: rows.length })}
      okButtonProps={{ disabled: rows.length === 0 }}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={720}
    >
      <p style={{ marginBlock: '0 16px' }}>{t('plan.help', { zone: words.zone })}</p>
      <ProblemSummary form={office} />
      <Form form={form} name="plan" layout="vertical" initialValues={{ phases: initial }} onFinish={submit}>
        <Form.List name="phases">
          {(fields, { remove }) => (
            <ol style={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {fields.map(({ key, name }) => {
                const kind = kindName((rows[name] ?? initial[name]!).kind)
                return (
                  <li key={key} role="group" aria-label={kind}>
                    <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 8 }}>
                      <strong>{kind}</strong>
                      <Button
                        type="text"
                        size="small"
                        aria-label={t('plan.leaveOutOf', { kind })}
                        onClick={() => remove(name)}
                      >
                        {t('plan.leaveOut')}
                      </Button>
                    </div>
                    <div
                      style={{
                        display: 'grid',
                        gap: '0 16px',
                        gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
                      }}
                    >
                      {(['opensAt', 'closesAt'] as const).map((time) => (
                        <Form.Item key={time} name={[name, time]} label={t(time)} style={{ marginBottom: 12 }}>
                          <MomentTextField timeZone={timeZone} />
                        </Form.Item>
                      ))}
                    </div>
                  </li>
                )
              })}
            </ol>
          )}
        </Form.List>
      </Form>
    </Modal>
  )
}
