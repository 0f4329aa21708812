import { Alert, App, Button, Checkbox, Drawer, Form, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/review-plan.ts'
import type { OfficeAssignment } from '@lectern/contract/review-plan.ts'
import type { Round, RoundWork } from '@lectern/contract/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { assignReviewer, listAssignments } from '../plan-api.ts'
import { usePlanWords } from '../plan-words.ts'
import styles from './assignment-drawer.module.css'
import { TakeAway } from './take-away.tsx'

type Assignments = AnswerOf<typeof contract.listAssignments>

interface AssignmentDrawerProps {
  client: Client
  round: Round
  work: RoundWork
  onChanged: () => void
  onClose: () => void
}

const sheetTones: Record<OfficeAssignment['sheet'], Tone> = {
  todo: 'quiet',
  draft: 'active',
  submitted: 'good',
  changed: 'waiting',
}

const isStanding = ({ state }: OfficeAssignment): boolean => state === 'open' || state === 'kept'

interface AssignmentItemProps {
  assignment: OfficeAssignment
  onRemove: (() => void) | undefined
}

const AssignmentItem = ({ assignment, onRemove }: AssignmentItemProps) => {
  const { t, points } = usePlanWords()
  const { reviewer, state, sheet, total, isThird, reason } = assignment
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <span className={styles.name}>{reviewer.name}</span>
        <span className={styles.quiet}>{reviewer.institution}</span>
        <span className={styles.tags}>
          {state !== 'open' && <StateTag tone={state === 'kept' ? 'good' : 'bad'}>{t(`assignment.${state}`)}</StateTag>}
          {isThird && <StateTag tone="active">{t('third')}</StateTag>}
          <StateTag tone={sheetTones[sheet]}>{t(`sheet.${sheet}`)}</StateTag>
          {total !== null && <strong>{t('total', { points: points(total) })}</strong>}
        </span>
        {reason && <span className={styles.quiet}>{reason}</span>}
      </div>
      {onRemove && (
        <Button
          danger
          type="text"
          aria-haspopup="dialog"
          aria-label={t('takeAway.of', { name: reviewer.name })}
          onClick={onRemove}
        >
          {t('takeAway')}
        </Button>
      )}
    </li>
  )
}

interface Fields {
  reviewer: ReviewerId
  isThird: boolean
}

/** Who judges a work, and who else could. */
export const AssignmentDrawer = ({ client, round, work, onChanged, onClose }: AssignmentDrawerProps) => {
  const { t } = usePlanWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [found, setFound] = useState<Assignments>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<OfficeAssignment>()
  const { id } = round
  const { entry } = work
  useEffect(() => {
    let isCurrent = true
    client(listAssignments, { params: { id, entry } }).then(
      (answer) => isCurrent && setFound(answer),
      // The request has shown the reason.
      () => isCurrent && setOpen(false),
    )
    return () => {
      isCurrent = false
    }
  }, [client, id, entry])
  const reload = (): void => {
    client(listAssignments, { params: { id, entry } }).then(setFound, () => undefined)
    onChanged()
  }
  const mayChange = !work.isRemoved && (round.state === 'planned' || round.state === 'open' || round.state === 'paused')
  const assign = async ({ reviewer, isThird }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const made = await client(assignReviewer, {
        params: { id, entry },
        body: { reviewer, isThird: isThird ?? false },
      })
      void message.success(t('assigned', { name: made.reviewer.name }))
      form.resetFields()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
    reload()
  }
  return (
    <Drawer
      open={isOpen}
      size="large"
      title={t('drawer', { code: work.code, title: work.title })}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => {
        if (!opened) onClose()
      }}
    >
      {round.state === 'draft' && <Alert type="info" title={t('planFirst')} style={{ marginBottom: 16 }} />}
      {!found ? (
        <Skeleton active />
      ) : (
        <>
          {found.list.length === 0 ? (
            <p className={styles.quiet}>{t('nobody')}</p>
          ) : (
            <ul className={styles.list}>
              {found.list.map((assignment) => (
                <AssignmentItem
                  key={assignment.id}
                  assignment={assignment}
                  onRemove={mayChange && isStanding(assignment) ? () => setRemoving(assignment) : undefined}
                />
              ))}
            </ul>
          )}
          {mayChange && (
            <Form
              form={form}
              layout="vertical"
              requiredMark={false}
              initialValues={{ isThird: false }}
              onFinish={(typed) => void assign(typed)}
            >
              <Form.Item
                name="reviewer"
                label={t('add')}
                extra={t('add.help')}
                rules={[{ required: true, message: t('add.needed') }]}
              >
                <Select<ReviewerId>
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={t('add.choose')}
                  notFoundContent={t('add.none')}
                  options={found.candidates.map((one) => ({
                    value: one.reviewer,
                    label: [
                      one.name,
                      one.institution,
                      t('load', { works: one.works, max: one.max }),
                      one.common > 0 && t('common', { count: one.common }),
                      one.isSameInstitution && t('sameInstitution'),
                    ]
                      .filter(Boolean)
                      .join(' · '),
                  }))}
                />
              </Form.Item>
              <Form.Item name="isThird" valuePropName="checked" extra={t('third.help')}>
                <Checkbox>{t('third')}</Checkbox>
              </Form.Item>
              <Button type="primary" htmlType="submit" loading={busy}>
                {t('assign')}
              </Button>
            </Form>
          )}
        </>
      )}
      {removing && (
        <TakeAway
          client={client}
          roundId={id}
          assignment={removing}
          onRemoved={reload}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Drawer>
  )
}
