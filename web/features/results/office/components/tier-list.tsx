import { App, Button, Form, Space } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { maxTiers } from '@lectern/contract/results/result-values.ts'
import { placed } from '../../../admin-ui/arrangement.ts'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { newTier, type TierFields } from '../prize-fields.ts'
import { useResultWords } from '../result-words.ts'
import { TierNumbers } from './tier-numbers.tsx'

interface TierListProps {
  tiers: readonly TierFields[]
  language: Locale
}

/** The name of a prize, or its place in the list. */
export const useTierName = (tiers: readonly TierFields[]) => {
  const { t, intl } = useResultWords()
  return (tier: TierFields): string =>
    localize(tier.label, intl.locale).text || t('tier.at', { position: tiers.indexOf(tier) + 1 })
}

/** The prizes, the best first. */
export const TierList = ({ tiers, language }: TierListProps) => {
  const { t } = useResultWords()
  const { modal } = App.useApp()
  const nameOf = useTierName(tiers)
  const askRemoval = (tier: TierFields, remove: () => void): void =>
    void modal.confirm({
      title: t('tier.remove.ask', { name: nameOf(tier) }),
      okText: t('tier.remove'),
      okButtonProps: { danger: true },
      onOk: remove,
    })
  return (
    <Form.List name={['rules', 'tiers']}>
      {(_, { add, remove, move }) => (
        <Space orientation="vertical" size="middle" style={{ width: '100%', marginBottom: 24 }}>
          <OrderedList
            label={t('tiers')}
            items={tiers}
            nameOf={nameOf}
            onPlace={(id, side, target) => {
              const ids = tiers.map((tier) => tier.id)
              move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
            }}
          >
            {(tier) => {
              const at = tiers.indexOf(tier)
              return (
                <div role="group" aria-label={nameOf(tier)}>
                  <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0 16px', alignItems: 'end' }}>
                    <div style={{ flex: '1 1 200px', maxWidth: 360 }}>
                      <LocalizedItem name={[at, 'label']} label={t('tier.name')} language={language} most={40} />
                    </div>
                    {tiers.length > 1 && (
                      <Form.Item>
                        <Button
                          danger
                          type="text"
                          aria-haspopup="dialog"
                          aria-label={t('tier.removeOf', { name: nameOf(tier) })}
                          onClick={() => askRemoval(tier, () => remove(at))}
                        >
                          {t('tier.remove')}
                        </Button>
                      </Form.Item>
                    )}
                  </div>
                  <TierNumbers path={[at]} tier={tier} />
                </div>
              )
            }}
          </OrderedList>
          <Button disabled={tiers.length >= maxTiers} onClick={() => add(newTier())}>
            {t('tier.add')}
          </Button>
        </Space>
      )}
    </Form.List>
  )
}
