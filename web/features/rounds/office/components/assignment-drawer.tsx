import { Alert, App, Button, Checkbox, Drawer, Form, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import { assignReviewer, listAssignments, type OfficeAssignment } from '@lectern/contract/rounds/review-plan.ts'
import type { Round, RoundWork } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { usePlanWords } from '../plan-words.ts'
import styles from './assignment-drawer.module.css'
import { TakeAway } from './take-away.tsx'

type Assignments = AnswerOf<typeof contract.listAssignments>

interface AssignmentDrawerProps {
  client: Client
  round: Round
  work: Pick<RoundWork, 'entry' | 'code' | 'title' | 'isRemoved'>
  /** Opened because of a discrepancy: the most suitable expert is proposed as an additional one. */
  isThird?: boolean
  /** Proposed for the work. */
  proposed?: ReviewerId | undefined
  onChanged: () => void
  onClose: () => void
}

export const sheetTones: Record<OfficeAssignment['sheet'], Tone> = {
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
      <div className={`stack gap-4 ${styles.about}`}>
        <span className="strong">{reviewer.name}</span>
        <span className="muted break-anywhere">{reviewer.institution}</span>
        <span className="cluster gap-8">
          {state !== 'open' && <StateTag tone={state === 'kept' ? 'good' : 'bad'}>{t(`assignment.${state}`)}</StateTag>}
          {isThird && <StateTag tone="active">{t('third')}</StateTag>}
          <StateTag tone={sheetTones[sheet]}>{t(`sheet.${sheet}`)}</StateTag>
          {total !== null && <strong>{t('total', { points: points(total) })}</strong>}
        </span>
        {reason && <span className="muted break-anywhere">{reason}</span>}
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
export const AssignmentDrawer = (props: AssignmentDrawerProps) => {
  const { client, round, work, isThird: isThirdAsked = false, proposed, onChanged, onClose } = props
  const { t } = usePlanWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [assignments, setAssignments] = useState<Assignments>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<OfficeAssignment>()
  const { id } = round
  const { entry } = work
  useEffect(() => {
    let isCurrent = true
    client(listAssignments, { params: { id, entry } }).then(
      (answer) => isCurrent && setAssignments(answer),
      // The request has shown the reason.
      () => isCurrent && setOpen(false),
    )
    return () => {
      isCurrent = false
    }
  }, [client, id, entry])
  const candidates = assignments?.candidates
  const usual =
    candidates?.find(({ reviewer }) => reviewer === proposed) ?? (isThirdAsked ? candidates?.[0] : undefined)
  useEffect(() => {
    if (usual) form.setFieldsValue({ reviewer: usual.reviewer })
  }, [form, usual])
  const reload = (): void => {
    client(listAssignments, { params: { id, entry } }).then(setAssignments, () => undefined)
    onChanged()
  }
  const mayChange = !work.isRemoved && (round.state === 'planned' || round.state === 'open' || round.state === 'paused')
  const assign = async ({ reviewer, isThird }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const assignment = await client(assignReviewer, {
        params: { id, entry },
        body: { reviewer, isThird: isThird ?? false },
      })
      void message.success(t('assigned', { name: assignment.reviewer.name }))
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
      {!assignments ? (
        <Skeleton active />
      ) : (
        <>
          {assignments.list.length === 0 ? (
            <p className="muted break-anywhere">{t('nobody')}</p>
          ) : (
            <ul className={styles.list}>
              {assignments.list.map((assignment) => (
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
              initialValues={{ isThird: isThirdAsked }}
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
                  options={assignments.candidates.map((one) => ({
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
