import { Alert, App, Button, Checkbox, Empty, Form, InputNumber, Select, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { isTextEmpty } from '@lectern/contract/localized.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { maxAppealDays, maxPublicityDays, publicColumns } from '@lectern/contract/results/result-values.ts'
import {
  computeList,
  readActivityResults,
  savePrizeRules,
  type ActivityResults,
} from '@lectern/contract/results/results.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { Link } from '../../../../router/link.tsx'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { SaveBar, saveStateOf } from '../../../admin-ui/components/save-bar.tsx'
import { isSameValue, mergeEdits } from '../../../admin-ui/merge-edits.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { fieldsOf, percentMissing, rulesOf, type PrizeForm } from '../prize-fields.ts'
import { resultAddress } from '../result-address.ts'
import { defineTab, type ResultTabProps } from '../result-tab.ts'
import { useResultWords } from '../result-words.ts'
import { AwardRules } from './award-rules.tsx'
import { FrozenRules } from './frozen-rules.tsx'
import { RoundWeights } from './round-weights.tsx'
import { TierList } from './tier-list.tsx'

/** What has to be filled in before it can be saved. */
const useCheck = () => {
  const { t } = useResultWords()
  return ({ rules }: PrizeForm, language: Locale): FieldProblem[] => {
    const problems: FieldProblem[] = []
    if (percentMissing(rules.rounds) !== 0) problems.push({ path: 'rules.rounds', message: t('wrong.weights') })
    for (const [at, { label, kind, count, percent }] of rules.tiers.entries()) {
      const path = `rules.tiers.${at}`
      const position = at + 1
      if (isTextEmpty(label))
        problems.push({ path: `${path}.label.${language}`, message: t('wrong.label', { position }) })
      if ((kind === 'count' ? count : percent) === null)
        problems.push({ path: `${path}.${kind}`, message: t('wrong.quota', { position }) })
    }
    if (rules.publicColumns.length === 0) problems.push({ path: 'rules.publicColumns', message: t('wrong.columns') })
    return problems
  }
}

/** What happens with a list after it is computed. */
const PublicRules = () => {
  const { t } = useResultWords()
  const days = (name: 'publicityDays' | 'appealDays', most: number) => (
    <Form.Item
      name={['rules', name]}
      label={t(name)}
      extra={t(`${name}.help`)}
      style={{ width: 264, maxWidth: '100%' }}
    >
      <InputNumber min={1} max={most} precision={0} style={{ width: 120 }} />
    </Form.Item>
  )
  return (
    <>
      <Space size={[24, 0]} wrap align="start">
        {days('publicityDays', maxPublicityDays)}
        {days('appealDays', maxAppealDays)}
      </Space>
      <Form.Item name={['rules', 'publicColumns']} label={t('publicColumns')} extra={t('publicColumns.help')}>
        <Select mode="multiple" options={publicColumns.map((value) => ({ value, label: t(`column.${value}`) }))} />
      </Form.Item>
      <Form.Item name={['rules', 'feedback']} valuePropName="checked" extra={t('feedback.help')}>
        <Checkbox>{t('feedback')}</Checkbox>
      </Form.Item>
    </>
  )
}

const heading = { fontSize: 16, marginBlock: '8px 12px' }

/** How scores become prizes. */
const RulesForm = ({ client, results, onChanged, onComputing }: ResultTabProps<null>) => {
  const { t, intl } = useResultWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<PrizeForm>()
  const [stored, setStored] = useState(results)
  const [values, setValues] = useState(() => fieldsOf(results))
  const [language, setLanguage] = useState(intl.locale)
  const check = useCheck()
  const office = useOfficeForm(form, {
    language,
    reveal: (path) => {
      const locale = path.split('.').at(-1)
      flushSync(() => {
        if (isLocale(locale)) setLanguage(locale)
      })
    },
  })
  const isNew = stored.version === 0
  // The first list needs nothing but these rules.
  const isFirst = results.lists.length === 0 && results.accepted > 0 && results.task === null
  const mayCompute = isFirst && results.rounds.some(({ state }) => state === 'settled')
  const computes = useRef(false)
  const isUnsaved = !isSameValue(fieldsOf(stored), values)
  useLeaveGuard(() => isUnsaved, intl.formatMessage({ id: 'office.content.leave' }))
  const take = (next: ActivityResults, fields = fieldsOf(next)): void => {
    setStored(next)
    setValues(fields)
    form.setFieldsValue(fields)
  }
  useEffect(() => {
    // Rules were saved meanwhile: what is typed here stays.
    if (results.version > stored.version) take(results, mergeEdits(fieldsOf(stored), values, fieldsOf(results)))
  })
  const submit = (): void => {
    const problems = check(values, language)
    office.show(problems)
    if (problems.length > 0) return
    void office.send(async () => {
      const body = { version: stored.version, rules: rulesOf(values, stored) }
      if (isNew || isUnsaved) {
        const saved = await client(savePrizeRules, { params: { id: stored.id }, body }, formCall)
        flushSync(() => take(saved))
        void message.success(intl.formatMessage({ id: 'office.content.saved' }))
      }
      if (computes.current) onComputing((await client(computeList, { params: { id: stored.id }, body: {} })).task)
      onChanged()
    })
  }
  const send = (andComputes: boolean): void => {
    computes.current = andComputes
    form.submit()
  }
  const catchUp = async (): Promise<void> => {
    const now = await client(readActivityResults, { params: { id: stored.id } })
    take(now, mergeEdits(fieldsOf(stored), values, fieldsOf(now)))
    office.catchUp()
  }
  const { rules } = values
  return (
    <>
      <Form<PrizeForm>
        form={form}
        name="prizes"
        layout="vertical"
        requiredMark={false}
        initialValues={values}
        onValuesChange={() => setValues(structuredClone(form.getFieldsValue(true) as PrizeForm))}
        onFinish={submit}
        style={{ maxWidth: 860 }}
      >
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={office} />
        {isNew && <Alert type="info" showIcon title={t('suggested')} style={{ marginBottom: 24 }} />}
        <RoundWeights rounds={stored.rounds} weights={rules.rounds} />
        <h2 style={heading}>{t('tiers')}</h2>
        <LanguageBar value={language} onChange={setLanguage} />
        <TierList tiers={rules.tiers} language={language} />
        <AwardRules groups={stored.groups} rules={rules} />
        <h2 style={heading}>{t('afterwards')}</h2>
        <PublicRules />
      </Form>
      <SaveBar
        state={saveStateOf({ isNew, isUnsaved, isBusy: office.busy })}
        detail={!isNew && <FormattedMessage id="office.content.version" values={{ version: stored.version }} />}
      >
        <Button
          type={mayCompute ? 'default' : 'primary'}
          loading={office.busy}
          disabled={!isUnsaved && !isNew}
          onClick={() => send(false)}
        >
          <FormattedMessage id="office.content.save" />
        </Button>
        {mayCompute && (
          <Button type="primary" loading={office.busy} onClick={() => send(true)}>
            {t('saveAndCompute')}
          </Button>
        )}
      </SaveBar>
    </>
  )
}

const PrizeRulesTab = (props: ResultTabProps<null>) => {
  const { results } = props
  const { t } = useResultWords()
  if (results.rounds.length === 0)
    return (
      <Empty description={t('rules.noRounds')}>
        <Link to="/Admin/Review">{t('toRounds')}</Link>
      </Empty>
    )
  if (results.may.save !== null && results.rules) return <FrozenRules results={results} rules={results.rules} />
  return <RulesForm key={resultAddress(results.id)} {...props} />
}

export const prizeRulesTab = defineTab<null>({
  key: 'rules',
  label: 'office.results.rules',
  load: () => Promise.resolve(null),
  component: PrizeRulesTab,
})
