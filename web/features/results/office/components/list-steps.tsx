import { App, Button, Space } from 'antd'
import { useState } from 'react'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { TaskId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import { computeList, stepList, type ActivityResults, type ResultList } from '@lectern/contract/results/results.ts'
import type { ListStep } from '@lectern/contract/results/result-values.ts'
import type { Client } from '../../../../request/client.ts'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { nextStepOf, stepsOf } from '../next-step.ts'
import { useResultWords } from '../result-words.ts'
import { AnnounceDialog } from './announce-dialog.tsx'
import { PubliciseDialog } from './publicise-dialog.tsx'

export type StepDetails = Pick<
  BodyInputOf<typeof contract.stepList>,
  'reason' | 'until' | 'at' | 'acknowledged' | 'ends'
>

interface ListStepsProps {
  client: Client
  results: ActivityResults
  list: ResultList | undefined
  /** A list is being computed: nothing else can be done. */
  isComputing: boolean
  onChanged: () => void
  onComputing: (task: TaskId) => void
}

/** Computes a list; once one was publicised, a reason is asked for. */
const ComputeButton = ({ client, results, list, isComputing, onComputing }: ListStepsProps) => {
  const { t } = useResultWords()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const compute = async (reason?: string): Promise<void> => {
    const input = { params: { id: results.id }, body: reason ? { reason } : {} }
    onComputing((await client(computeList, input)).task)
  }
  const begin = async (): Promise<void> => {
    if (results.lists.some(({ publicVersion }) => publicVersion !== null)) return setAsking(true)
    setBusy(true)
    // The request has shown why it failed.
    await compute().catch(() => {})
    setBusy(false)
  }
  const isNext = nextStepOf(list) === 'compute'
  return (
    <>
      <Button
        type={isNext ? 'primary' : 'default'}
        loading={isBusy || isComputing}
        disabled={results.may.compute !== null}
        onClick={() => void begin()}
      >
        {t(list ? 'do.recompute' : 'do.compute')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('ask.recompute')}
          help={t('help.recompute')}
          action={t('do.recompute')}
          onSend={compute}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The steps that a list can take now; the first one is what usually comes next. */
export const ListSteps = (props: ListStepsProps) => {
  const { client, list, isComputing, onChanged } = props
  const { t } = useResultWords()
  const { modal, message } = App.useApp()
  const [busy, setBusy] = useState<ListStep>()
  const [dialogStep, setDialogStep] = useState<ListStep>()
  const isOldList = list !== undefined && list.supersededBy !== null
  const take = async (step: ListStep, details: StepDetails = {}): Promise<void> => {
    if (!list) return
    setBusy(step)
    try {
      const body = { step, version: list.version, ...details }
      await client(stepList, { params: { id: list.id }, body })
      void message.success(t(step === 'announce' && details.at ? 'did.schedule' : `did.${step}`))
    } finally {
      setBusy(undefined)
      onChanged()
    }
  }
  const begin = (step: ListStep): void => {
    // The request has shown why it failed.
    const run = (): Promise<void> => take(step).catch(() => {})
    const hasDialog = step === 'publicise' || step === 'announce' || (step === 'confirm' && list?.isOwnProposal)
    if (hasDialog) return setDialogStep(step)
    if (step === 'unschedule') return void run()
    modal.confirm({
      title: t(`ask.${step}`),
      content: t(`help.${step}`),
      okText: t(`do.${step}`),
      okButtonProps: { danger: step === 'discard' },
      onOk: run,
    })
  }
  const close = (): void => setDialogStep(undefined)
  const [next, ...others] = list && !isOldList ? stepsOf(list) : []
  const stepButton = (current: ResultList, step: ListStep, type: 'primary' | 'default') => (
    <Button
      key={step}
      type={type}
      aria-haspopup={step === 'unschedule' ? undefined : 'dialog'}
      loading={busy === step}
      disabled={isComputing || current.may[step] !== null}
      title={current.may[step] ?? undefined}
      onClick={() => begin(step)}
    >
      {t(`do.${step}`)}
    </Button>
  )
  return (
    <Space wrap>
      {list && next && stepButton(list, next, next === 'unschedule' ? 'default' : 'primary')}
      {!isOldList && <ComputeButton {...props} />}
      {list && others.map((step) => stepButton(list, step, 'default'))}
      {list && dialogStep === 'confirm' && (
        <ReasonDialog
          title={t('ask.confirm')}
          help={t('help.confirmAlone')}
          action={t('do.confirm')}
          onSend={(reason) => take('confirm', { reason })}
          onClose={close}
        />
      )}
      {list && dialogStep === 'publicise' && <PubliciseDialog list={list} onTake={take} onClose={close} />}
      {list && dialogStep === 'announce' && <AnnounceDialog list={list} onTake={take} onClose={close} />}
    </Space>
  )
}
