import { Alert, App, Button, Form, Space, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import { savePrizeRules, simulatePrizes, type PrizeBorder } from '@lectern/contract/results/results.ts'
import { failureOf } from '../../../../request/request-error.ts'
import { isSameValue } from '../../../admin-ui/merge-edits.ts'
import { fieldsOf, rulesOf, type PrizeForm } from '../prize-fields.ts'
import { defineTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'
import { AwardRules } from './award-rules.tsx'
import { GroupCounts } from './group-counts.tsx'
import { TierNumbers } from './tier-numbers.tsx'
import { useTierName } from './tier-list.tsx'
import styles from './simulation.module.css'

type Simulated = AnswerOf<typeof contract.simulatePrizes>

interface Data {
  /** What the stored rules give; undefined: it cannot be computed. */
  before: Simulated | undefined
  refusal: string | undefined
}

/** Why the server refuses to compute these rules; empty: the request failed. */
const refusalOf = (error: unknown): string => (failureOf(error) && error instanceof Error ? error.message : '')

/** Typing one number takes several keys. */
const waitMilliseconds = 400

/** What these rules would give, asked some time after each change. */
const useSimulated = ({ client, results, data }: ResultTabProps<Data>, values: PrizeForm, isChanged: boolean) => {
  const [simulation, setSimulation] = useState<{ values: PrizeForm; answer?: Simulated; refusal?: string }>()
  useEffect(() => {
    if (!isChanged) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const body = { rules: rulesOf(values, results) }
      const options = { skipErrorHandler: true, signal: controller.signal }
      client(simulatePrizes, { params: { id: results.id }, body }, options).then(
        (answer) => setSimulation({ values, answer }),
        (error: unknown) => {
          if (!controller.signal.aborted) setSimulation({ values, refusal: refusalOf(error) })
        },
      )
    }, waitMilliseconds)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, results, values, isChanged])
  if (!isChanged) return { answer: data.before, refusal: data.refusal, isBusy: false }
  return {
    answer: simulation?.answer ?? data.before,
    refusal: simulation?.refusal,
    isBusy: simulation?.values !== values,
  }
}

/** Works on both sides of a border. */
const Border = ({ border }: { border: PrizeBorder }) => {
  const { t, points } = useResultWords()
  const { group, prize, works } = border
  const title = t('border.of', { prize: prize.label })
  return (
    <section className={styles.border} aria-label={title}>
      <h3>{[group?.label, title].filter(Boolean).join(' · ')}</h3>
      <ol>
        {works.map(({ work, number, title: name, team, rank, score, prize: prizeName }, at) => (
          <li key={work} data-border={at > 0 && works[at - 1]!.prize?.id !== prizeName?.id ? true : undefined}>
            <span>{rank ?? '–'}</span>
            <span>
              {name || number}
              <small>{[number, team].filter(Boolean).join(' · ')}</small>
            </span>
            <span>{points(score)}</span>
            <span>{prizeName?.label ?? t('noPrize')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Prizes by other rules, before anything is stored. */
const SimulationTab = (props: ResultTabProps<Data>) => {
  const { client, results, data, onChanged } = props
  const { t, intl, points } = useResultWords()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<PrizeForm>()
  const [values, setValues] = useState(() => fieldsOf(results))
  const isChanged = !isSameValue(fieldsOf(results), values)
  const { answer, refusal, isBusy } = useSimulated(props, values, isChanged)
  const nameOf = useTierName(values.rules.tiers)
  const reset = (): void => {
    const fields = fieldsOf(results)
    form.setFieldsValue(fields)
    setValues(fields)
  }
  const save = (): void =>
    void modal.confirm({
      title: t('simulation.save.ask'),
      content: t('simulation.save.help'),
      okText: t('simulation.save'),
      onOk: async () => {
        try {
          const body = { version: results.version, rules: rulesOf(values, results) }
          await client(savePrizeRules, { params: { id: results.id }, body })
          void message.success(intl.formatMessage({ id: 'office.content.saved' }))
        } catch {
          // The request has shown the reason.
        }
        onChanged()
      },
    })
  return (
    <div className="stack-fit gap-24">
      <p className={styles.about}>{t('simulation.about')}</p>
      <Form<PrizeForm>
        form={form}
        name="simulation"
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        onValuesChange={() => setValues(structuredClone(form.getFieldsValue(true) as PrizeForm))}
      >
        {values.rules.tiers.map((tier, at) => (
          <fieldset key={tier.id} className={styles.tier}>
            <legend>{nameOf(tier)}</legend>
            <TierNumbers path={['rules', 'tiers', at]} tier={tier} />
          </fieldset>
        ))}
        <AwardRules groups={results.groups} rules={values.rules} />
        <Space wrap>
          <Button disabled={!isChanged} onClick={reset}>
            {t('simulation.reset')}
          </Button>
          {results.may.save === null && (
            <Button aria-haspopup="dialog" disabled={!isChanged || isBusy || refusal !== undefined} onClick={save}>
              {t('simulation.save')}
            </Button>
          )}
          <span role="status">{isBusy && <Spin size="small" aria-label={t('simulation.busy')} />}</span>
        </Space>
      </Form>
      {refusal !== undefined && <Alert type="warning" showIcon title={refusal || t('simulation.failed')} />}
      {answer && (
        <div className={`stack-fit gap-16 ${styles.outcome}`} aria-busy={isBusy} data-busy={isBusy || undefined}>
          <h2>{t('simulation.outcome')}</h2>
          <GroupCounts groups={answer.groups} before={isChanged ? data.before?.groups : undefined} />
          {answer.openTies.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t('ties.open', { count: answer.openTies.length })}
              description={
                <ul style={{ paddingInlineStart: 20, margin: 0 }}>
                  {answer.openTies.map((tie) => (
                    <li key={tie.works.map(({ number }) => number).join(' ')}>
                      {tie.group && `${tie.group.label} · `}
                      {t(tie.cause === 'institution' ? 'ties.institution' : 'ties.one', {
                        prize: tie.prize.label,
                        places: tie.places,
                        count: tie.works.length,
                      })}
                      {tie.score !== null && ` ${t('ties.score', { score: points(tie.score) })}`}
                    </li>
                  ))}
                </ul>
              }
            />
          )}
          {answer.borders.length > 0 && <h2>{t('borders')}</h2>}
          <div className={styles.borders}>
            {answer.borders.map((border) => (
              <Border key={`${border.group?.id ?? ''} ${border.prize.id}`} border={border} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

export const simulationTab = defineTab<Data>({
  key: 'simulation',
  label: 'office.results.simulation',
  load: async ({ results, client }) => {
    const body = { rules: rulesOf(fieldsOf(results), results) }
    try {
      const before = await client(simulatePrizes, { params: { id: results.id }, body }, { skipErrorHandler: true })
      return { before, refusal: undefined }
    } catch (error) {
      return { before: undefined, refusal: refusalOf(error) }
    }
  },
  component: SimulationTab,
  isShown: ({ results }) => results.rounds.some(({ state }) => state === 'settled'),
})
