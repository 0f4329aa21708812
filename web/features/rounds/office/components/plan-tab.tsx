import { Alert, App, Button, Empty, Form, Input, Select, Space } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { ActivityId, TaskId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import { publishPlan, readPlan, startPlan, type Plan } from '@lectern/contract/rounds/review-plan.ts'
import { maxSeedLength } from '@lectern/contract/review/review-values.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { TaskState } from '../../../tasks/components/task-state.tsx'
import { newSeed } from '../new-seed.ts'
import { usePlanWords } from '../plan-words.ts'
import { useReviewerWords } from '../reviewer-words.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { useFollowedTask } from '../../../tasks/use-followed-task.ts'
import { PlanFigures } from './plan-figures.tsx'

type Data = AnswerOf<typeof contract.readPlan>

interface Fields {
  seed: string
  fields: Record<ActivityId, ExpertField[]>
}

const PlanTab = ({ client, round, data, onChanged }: RoundTabProps<Data>) => {
  const { plan, activities } = data
  const { t, intl } = usePlanWords()
  const { field } = useReviewerWords()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [started, setStarted] = useState<TaskId | null>(data.task)
  const [busy, setBusy] = useState<'start' | 'publish'>()
  const task = useFollowedTask(client, started, ({ state }) => {
    if (state !== 'failed') setStarted(null)
    onChanged()
  })
  const params = { id: round.id }
  const isRunning = started !== null && task?.state !== 'failed'
  const isPool = round.mode === 'pool'

  const start = async (typed: Fields): Promise<void> => {
    setBusy('start')
    try {
      const fields = isPool ? activities.map(({ id }) => ({ activity: id, fields: typed.fields?.[id] ?? [] })) : []
      const { task: newTask } = await client(startPlan, { params, body: { seed: typed.seed.trim(), fields } })
      setStarted(newTask)
    } catch {
      // The request has shown the reason.
    }
    setBusy(undefined)
  }
  const publish = async ({ seed, madeAt }: Plan): Promise<void> => {
    setBusy('publish')
    try {
      const { added, removed } = await client(publishPlan, { params, body: { seed, madeAt } })
      void message.success(t('published.done', { added, removed }))
    } catch {
      // The request has shown the reason.
    }
    setBusy(undefined)
    onChanged()
  }
  const askToPublish = (current: Plan): void => {
    const isOpen = round.state === 'open' || round.state === 'paused'
    modal.confirm({
      title: t('publish.title'),
      content: (
        <>
          <p>{t('publish.help', { added: current.added, removed: current.removed })}</p>
          {current.shortTotal > 0 && <p>{t('publish.short', { count: current.shortTotal })}</p>}
          {isOpen && <p>{t('publish.told')}</p>}
        </>
      ),
      okText: t('publish'),
      onOk: () => publish(current),
    })
  }
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          seed: plan?.seed ?? newSeed(),
          fields: Object.fromEntries(activities.map(({ id, fields }) => [id, fields])),
        }}
        onFinish={(typed) => void start(typed)}
        style={{ maxWidth: 640 }}
      >
        <p style={{ marginBlock: '0 16px' }}>{t('help')}</p>
        {isPool &&
          activities.map(({ id, name }) => (
            <Form.Item
              key={id}
              name={['fields', id]}
              label={activities.length > 1 ? t('fieldsOf', { name }) : t('fields')}
              extra={t('fields.help')}
            >
              <Select
                mode="multiple"
                allowClear
                placeholder={t('fields.any')}
                disabled={round.may.plan !== null}
                options={expertFields.map((value) => ({ value, label: field(value) }))}
              />
            </Form.Item>
          ))}
        <Form.Item label={t('seed')} htmlFor="plan-seed" extra={t('seed.help')}>
          <Space.Compact style={{ width: '100%', maxWidth: 360 }}>
            <Form.Item name="seed" noStyle rules={[{ required: true, whitespace: true, message: t('seed.needed') }]}>
              <Input id="plan-seed" maxLength={maxSeedLength} disabled={round.may.plan !== null} />
            </Form.Item>
            <Button disabled={round.may.plan !== null} onClick={() => form.setFieldValue('seed', newSeed())}>
              {t('seed.new')}
            </Button>
          </Space.Compact>
        </Form.Item>
        <Space wrap>
          <Button
            type={plan && !plan.isStale && plan.publishedAt === null ? 'default' : 'primary'}
            htmlType="submit"
            loading={busy === 'start' || isRunning}
            disabled={round.may.plan !== null}
          >
            {t('start')}
          </Button>
          {round.may.plan !== null && <span style={{ color: 'var(--ink-2)' }}>{round.may.plan}</span>}
          <span role="status">{task && (isRunning || task.state === 'failed') && <TaskState task={task} />}</span>
        </Space>
      </Form>
      {plan ? (
        <>
          <Space wrap size={[12, 8]}>
            <h2 style={{ margin: 0, fontSize: '1.125rem' }}>{t('result')}</h2>
            {plan.publishedAt === null ? (
              <StateTag tone={plan.isStale ? 'waiting' : 'active'}>
                {t(plan.isStale ? 'stale' : 'unpublished')}
              </StateTag>
            ) : (
              <StateTag tone="good">{t('published')}</StateTag>
            )}
            <span style={{ color: 'var(--ink-2)' }}>
              {t('made', {
                moment: intl.formatMoment(plan.madeAt, 'moment', round.timeZone),
                seed: plan.seed,
              })}
            </span>
            {plan.publishedAt === null && (
              <Button
                type="primary"
                aria-haspopup="dialog"
                loading={busy === 'publish'}
                disabled={plan.isStale || round.may.plan !== null || isRunning}
                onClick={() => askToPublish(plan)}
              >
                {t('publish')}
              </Button>
            )}
          </Space>
          {plan.isStale && <Alert type="warning" title={t('stale.help')} />}
          {!plan.isComplete && <Alert type="warning" title={t('incomplete')} description={t('incomplete.help')} />}
          <PlanFigures plan={plan} />
        </>
      ) : (
        <Empty description={t('none')} />
      )}
    </Space>
  )
}

export const planTab = defineTab<Data>({
  key: 'plan',
  label: 'office.plan.tab',
  load: ({ round, client }) => client(readPlan, { params: { id: round.id } }, { skipErrorHandler: true }),
  component: PlanTab,
})
