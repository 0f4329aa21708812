import {
  readRecommendationRules,
  saveRecommendationRules,
  type EditedRecommendationRules,
} from '@lectern/contract/recommendations/recommendation-rules.ts'
import {
  levelsBy,
  recommendedBys,
  recommendedThings,
  type RecommendedBy,
  type RecommendedThing,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import { Alert, App, Button, Card, Form, Radio, Skeleton, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { failureOf } from '../../../../request/request-error.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { LinkButton } from '../../../admin-ui/components/link-button.tsx'
import { recommendationsAddress, useRecommendWords } from '../recommend-words.ts'

interface RulesCardProps {
  client: Client
  activity: string
}

interface Typed {
  thing: RecommendedThing
  by: RecommendedBy
  provincesWriteQuotas: boolean
  needsScan: boolean
}

/** When each level hands in its lists; the dates are phases. */
const LevelDates = ({ rules }: { rules: EditedRecommendationRules }) => {
  const { t, shared } = useRecommendWords()
  return (
    <ul className="stack gap-4">
      {levelsBy[rules.by].map((level) => {
        const phase = rules.phases.find((each) => each.level === level)
        return (
          <li key={level}>
            {shared(`kind.${level}`)}
            {': '}
            {phase ? (
              <>
                <Moment value={phase.opensAt} timeZone={rules.timeZone} /> –{' '}
                <Moment value={phase.closesAt} timeZone={rules.timeZone} withZone />
              </>
            ) : (
              <strong style={{ color: 'var(--warm)' }}>{t('rules.noDate')}</strong>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const RulesForm = ({
  client,
  activity,
  rules,
  onSaved,
}: RulesCardProps & {
  rules: EditedRecommendationRules
  onSaved: (rules: EditedRecommendationRules) => void
}) => {
  const { t, intl } = useRecommendWords()
  const { message: toast } = App.useApp()
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const thing = Form.useWatch('thing', form) ?? rules.thing
  const by = Form.useWatch('by', form) ?? rules.by
  useLeaveGuard(() => isChanged, intl.formatMessage({ id: 'office.content.leave' }))
  const save = async (typed: Typed): Promise<void> => {
    setBusy(true)
    try {
      const body = { ...rulesOf(rules), ...typed, version: rules.version }
      const saved = await client(saveRecommendationRules, { params: { id: activity }, body }, { inPlaceSignIn: true })
      setChanged(false)
      setOutdated(false)
      onSaved(saved)
      void toast.success(t('rules.saved'))
    } catch (error) {
      // The request has shown the reason.
      setOutdated(failureOf(error)?.error === 'resource.changed')
    }
    setBusy(false)
  }
  const areLevelsFixed = rules.whyNotLevels !== null
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={rules.whyNot !== null}
      initialValues={rulesOf(rules)}
      onValuesChange={() => setChanged(true)}
      onFinish={(typed) => void save(typed)}
      style={{ maxWidth: '44rem' }}
    >
      {areLevelsFixed && <Alert type="info" showIcon title={rules.whyNotLevels} style={{ marginBottom: 16 }} />}
      {isOutdated && <Alert type="warning" showIcon title={t('rules.outdated')} style={{ marginBottom: 16 }} />}
      <Form.Item name="thing" label={t('rules.thing')} extra={t('rules.thing.about')}>
        <Radio.Group
          disabled={areLevelsFixed}
          options={recommendedThings.map((value) => ({ value, label: t(`thing.${value}`) }))}
        />
      </Form.Item>
      {thing !== 'none' && (
        <>
          <Form.Item name="by" label={t('rules.by')}>
            <Radio.Group
              disabled={areLevelsFixed}
              options={recommendedBys.map((value) => ({ value, label: t(`by.${value}`) }))}
            />
          </Form.Item>
          {by === 'schoolAndProvince' && (
            <Form.Item
              name="provincesWriteQuotas"
              label={t('rules.provincesWriteQuotas')}
              extra={t('rules.provincesWriteQuotas.about')}
              valuePropName="checked"
            >
              <Switch />
            </Form.Item>
          )}
          <Form.Item
            name="needsScan"
            label={t('rules.needsScan')}
            extra={t('rules.needsScan.about')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
          <Form.Item label={t('rules.dates')} extra={t('rules.dates.about')}>
            <LevelDates rules={{ ...rules, by }} />
          </Form.Item>
        </>
      )}
      <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged || rules.whyNot !== null}>
        {t('rules.save')}
      </Button>
    </Form>
  )
}

const rulesOf = ({ thing, by, provincesWriteQuotas, needsScan }: Typed): Typed => ({
  thing,
  by,
  provincesWriteQuotas,
  needsScan,
})

/** What institutions recommend in an activity, by whom and until when. Saved by itself. */
export const RecommendationRulesCard = ({ client, activity }: RulesCardProps) => {
  const { t } = useRecommendWords()
  const [rules, setRules] = useState<EditedRecommendationRules>()
  useEffect(() => {
    let isWanted = true
    client(readRecommendationRules, { params: { id: activity } }).then(
      (answer) => isWanted && setRules(answer),
      // The request has shown the reason.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [client, activity])
  return (
    <Card
      size="small"
      title={t('rules')}
      style={{ marginTop: 24 }}
      extra={
        rules &&
        rules.thing !== 'none' && (
          <span className="row gap-8">
            <LinkButton to="/Admin/Phase">{t('rules.toPhases')}</LinkButton>
            <LinkButton to={recommendationsAddress({ activity })}>{t('rules.toLists')}</LinkButton>
          </span>
        )
      }
    >
      {rules ? (
        <>
          <ForOthers why={rules.whyNot} />
          <RulesForm key={rules.version} {...{ client, activity, rules }} onSaved={setRules} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 3 }} />
      )}
    </Card>
  )
}
