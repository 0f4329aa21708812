import { Alert, App, Button, Checkbox, ConfigProvider, Form, Radio, Select, Space, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { isTextEmpty } from '@lectern/contract/localized.ts'
import { isLocale, type Locale } from '@lectern/contract/locales.ts'
import { roundKinds } from '@lectern/contract/review/review-values.ts'
import { listRounds, readRound, saveRound, type ListedRound, type Round } from '@lectern/contract/rounds/rounds.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { SaveBar, saveStateOf } from '../../../admin-ui/components/save-bar.tsx'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { isSameValue, mergeEdits } from '../../../admin-ui/merge-edits.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { aggregateAfter, contentOf, fieldsOf, tiesAfter, type RoundFields } from '../rules-fields.ts'
import { useRoundWords } from '../round-words.ts'
import { CriteriaList } from './criteria-list.tsx'
import { AssignmentRules, OutcomeRules, PracticeRule, ScoreRules } from './scoring-rules.tsx'

interface Choices {
  activities: AnswerOf<typeof listEnrolmentChoices>['activities']
  rounds: readonly ListedRound[]
}

/** What has to be filled in before it can be saved. */
const useCheck = () => {
  const { t, intl } = useRoundWords()
  return ({ name, activities, rules }: RoundFields, language: Locale): FieldProblem[] => {
    const missing = (label: string): string => intl.formatMessage({ id: 'form.required' }, { label })
    const problems: FieldProblem[] = []
    if (isTextEmpty(name)) problems.push({ path: `name.${language}`, message: missing(t('name')) })
    if (activities.length === 0) problems.push({ path: 'activities', message: missing(t('activities')) })
    if (rules.kind === 'advice') return problems
    for (const [at, one] of rules.criteria.entries()) {
      const path = `rules.criteria.${at}`
      const position = t('criterion.at', { position: at + 1 })
      if (isTextEmpty(one.label))
        problems.push({ path: `${path}.label.${language}`, message: t('wrong.label', { position }) })
      if (one.max === null) problems.push({ path: `${path}.max`, message: t('wrong.max', { position }) })
      for (const [index, level] of one.levels.entries())
        if (isTextEmpty(level.label) || (level.from ?? 0) > (level.to ?? 0) || (level.to ?? 0) > (one.max ?? 0))
          problems.push({
            path: `${path}.levels.${index}.to`,
            message: t('wrong.level', { position, level: index + 1 }),
          })
    }
    return problems
  }
}

/** Name, times and rules of a round. Once it was opened, only name, times and downloads can change. */
const RulesTab = ({ client, round, data: { activities, rounds }, onChanged }: RoundTabProps<Choices>) => {
  const { t, intl } = useRoundWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<RoundFields>()
  const [stored, setStored] = useState(round)
  const [values, setValues] = useState(() => fieldsOf(round))
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
  const isUnsaved = !isSameValue(fieldsOf(stored), values)
  useLeaveGuard(() => isUnsaved, intl.formatMessage({ id: 'office.content.leave' }))
  const take = (next: Round, fields = fieldsOf(next)): void => {
    setStored(next)
    setValues(fields)
    form.setFieldsValue(fields)
  }
  useEffect(() => {
    // A step was taken meanwhile: what is typed here stays.
    if (round.version > stored.version) take(round, mergeEdits(fieldsOf(stored), values, fieldsOf(round)))
  })
  const set = (path: readonly (string | number)[], value: unknown): void => {
    form.setFieldValue([...path] as never, value)
    setValues(form.getFieldsValue(true) as RoundFields)
  }
  const follow = (change: { rules?: Partial<RoundFields['rules']> }): void => {
    const next = change.rules?.mode
    if (next) {
      form.setFieldValue(['rules', 'aggregate'], aggregateAfter(values.rules, next))
      form.setFieldValue(['rules', 'ties'], tiesAfter(values.rules, next))
    }
    setValues(form.getFieldsValue(true) as RoundFields)
  }
  const submit = (): void => {
    const problems = check(values, language)
    office.show(problems)
    if (problems.length > 0) return
    void office.send(async () => {
      const body = { ...contentOf(values, stored), version: stored.version }
      const saved = await client(saveRound, { params: { id: stored.id }, body }, formCall)
      flushSync(() => take(saved))
      void message.success(intl.formatMessage({ id: 'office.content.saved' }))
      onChanged()
    })
  }
  const catchUp = async (): Promise<void> => {
    const now = await client(readRound, { params: { id: stored.id } })
    take(now, mergeEdits(fieldsOf(stored), values, fieldsOf(now)))
    office.catchUp()
  }
  const isFrozen = stored.rulesHash !== null
  const isPlanned = stored.state === 'planned'
  const { rules } = values
  const format = (value: string): string => intl.formatMoment(value, 'moment', stored.timeZone)
  const moment = (name: 'opensAt' | 'closesAt') => (
    <Form.Item name={name} label={t(name)}>
      <MomentTextField timeZone={stored.timeZone} />
    </Form.Item>
  )
  return (
    <>
      <Form<RoundFields>
        form={form}
        name="rules"
        layout="vertical"
        requiredMark={false}
        disabled={stored.may.edit !== null}
        initialValues={values}
        onValuesChange={follow}
        onFinish={submit}
        style={{ maxWidth: 760 }}
      >
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={office} />
        <LanguageBar value={language} onChange={setLanguage} />
        <LocalizedItem name="name" label={t('name')} language={language} most={100} />
        <Space size="large" wrap align="start">
          {moment('opensAt')}
          {moment('closesAt')}
        </Space>
        {stored.phase && (
          <p style={{ margin: '-12px 0 24px', color: 'var(--ink-2)' }}>
            {t('phase', { from: format(stored.phase.opensAt), until: format(stored.phase.closesAt) })}
          </p>
        )}
        <Form.Item name="allowsDownload" valuePropName="checked" extra={t('allowsDownload.help')}>
          <Checkbox>{t('allowsDownload')}</Checkbox>
        </Form.Item>
        {isFrozen && (
          <Alert
            type="info"
            showIcon
            title={t('frozen')}
            description={
              <>
                {t('frozen.hash')}{' '}
                <Typography.Text copyable code>
                  {stored.rulesHash!}
                </Typography.Text>
              </>
            }
            style={{ marginBottom: 24 }}
          />
        )}
        {isPlanned && <Alert type="info" showIcon title={t('planned')} style={{ marginBottom: 24 }} />}
        <ConfigProvider componentDisabled={isFrozen || stored.may.edit !== null}>
          <ConfigProvider componentDisabled={isFrozen || isPlanned || stored.may.edit !== null}>
            <Form.Item name="activities" label={t('activities')} extra={t('activities.help')}>
              <Select
                mode="multiple"
                showSearch={{ optionFilterProp: 'label' }}
                options={activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
              />
            </Form.Item>
            {rounds.length > 0 && (
              <Form.Item name="previous" label={t('previous')} extra={t('previous.help')}>
                <Select allowClear options={rounds.map(({ id, name }) => ({ value: id, label: name }))} />
              </Form.Item>
            )}
            <Form.Item name={['rules', 'kind']} label={t('kind')}>
              <Radio.Group options={roundKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
            </Form.Item>
            <AssignmentRules rules={rules} />
          </ConfigProvider>
          {rules.kind === 'scored' && (
            <>
              <h2 style={{ fontSize: 16, marginBlock: '8px 12px' }}>{t('criteria')}</h2>
              <CriteriaList
                criteria={rules.criteria}
                language={language}
                step={rules.step / 100}
                isFrozen={isFrozen}
                onSet={set}
              />
              <h2 style={{ fontSize: 16, marginBlock: '8px 12px' }}>{t('scoring')}</h2>
              <ScoreRules rules={rules} />
              <OutcomeRules rules={rules} />
            </>
          )}
          <PracticeRule />
        </ConfigProvider>
      </Form>
      <SaveBar
        state={saveStateOf({ isUnsaved, isBusy: office.busy })}
        detail={<FormattedMessage id="office.content.version" values={{ version: stored.version }} />}
      >
        <Button type="primary" loading={office.busy} disabled={!isUnsaved} onClick={() => form.submit()}>
          <FormattedMessage id="office.content.save" />
        </Button>
      </SaveBar>
    </>
  )
}

export const rulesTab = defineTab<Choices>({
  key: 'rules',
  label: 'office.rounds.rules',
  load: async ({ round, client }) => {
    const quietly = { skipErrorHandler: true }
    const [choices, { list }] = await Promise.all([
      client(listEnrolmentChoices, { query: { edition: round.editionId } }, quietly),
      client(listRounds, { query: { edition: round.editionId, pageSize: '100' } }, quietly),
    ])
    return { activities: choices.activities, rounds: list.filter(({ id }) => id !== round.id) }
  },
  component: RulesTab,
})
