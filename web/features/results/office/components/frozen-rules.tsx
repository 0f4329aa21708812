import { Alert, Space, Typography } from 'antd'
import type { ReactNode } from 'react'
import { localize } from '@lectern/contract/localized.ts'
import type { PrizeRules, PrizeTier } from '@lectern/contract/results/prize-rules.ts'
import type { ActivityResults } from '@lectern/contract/results/results.ts'
import { Link } from '../../../../router/link.tsx'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { useResultWords } from '../result-words.ts'
import styles from './frozen-rules.module.css'

/** Frozen rules have a hash that everybody can compare. */
const Frozen = ({ results }: { results: ActivityResults }) => {
  const { t, intl } = useResultWords()
  const { frozenHash, frozenAt, timeZone, may } = results
  if (frozenHash === null) return <Alert type="info" showIcon title={may.save} />
  return (
    <Alert
      type="info"
      showIcon
      title={t('frozen', { moment: frozenAt ? intl.formatMoment(frozenAt, 'moment', timeZone) : '' })}
      description={
        <>
          {t('frozen.hash')}{' '}
          <Typography.Text copyable code style={{ overflowWrap: 'anywhere' }}>
            {frozenHash}
          </Typography.Text>
        </>
      }
    />
  )
}

const Tiers = ({ tiers }: { tiers: readonly PrizeTier[] }) => {
  const { t, intl, points } = useResultWords()
  const quotaOf = ({ quota }: PrizeTier): string =>
    quota.kind === 'count'
      ? intl.formatNumber(quota.count)
      : intl.formatNumber(quota.perMille / 1000, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('prize')}</th>
            <th scope="col">{t('quota')}</th>
            <th scope="col">{t('minScore')}</th>
            <th scope="col">{t('maxPerInstitution')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <tr key={tier.id}>
              <th scope="row">{localize(tier.label, intl.locale).text}</th>
              <td>{quotaOf(tier)}</td>
              <td>{tier.minScore === null ? t('noLimit') : points(tier.minScore)}</td>
              <td>{tier.maxPerInstitution ?? t('noLimit')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rules that can no longer be changed, to read. */
export const FrozenRules = ({ results, rules }: { results: ActivityResults; rules: PrizeRules }) => {
  const { t, intl } = useResultWords()
  const roundOf = new Map(results.rounds.map((round) => [round.id, round]))
  const group = results.groups.find(({ id }) => id === rules.group)
  const facts: [label: string, value: ReactNode][] = [
    [
      t('weights'),
      rules.rounds.map(({ round, perMille }) => (
        <div key={round}>
          {intl.formatNumber(perMille / 1000, { style: 'percent', maximumFractionDigits: 1 })}{' '}
          <Link to={roundAddress(round)}>{roundOf.get(round)?.name ?? ''}</Link>
        </div>
      )),
    ],
    [t('group'), group?.label ?? rules.group ?? t('group.none')],
    [t('rounding'), t(`rounding.${rules.rounding}`)],
    [t('ties'), t(`ties.${rules.ties}`)],
    [t('publicityDays'), intl.formatNumber(rules.publicityDays)],
    [t('appealDays'), intl.formatNumber(rules.appealDays)],
    [t('publicColumns'), intl.formatList(rules.publicColumns.map((column) => t(`column.${column}`)))],
    [t('feedback'), t(rules.feedback ? 'yes' : 'no')],
  ]
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%', maxWidth: 860 }}>
      <Frozen results={results} />
      <Tiers tiers={rules.tiers} />
      <dl className={`stack gap-12 ${styles.facts}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Space>
  )
}
