import { Tabs } from '../../../ui/tabs.tsx'
import { belowPath, institutionPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'

interface InstitutionTabsProps {
  institution: { id: string; kind: 'school' | 'province' }
  current: 'own' | 'below'
}

/** A province has its own lists, and those of its schools. */
export const InstitutionTabs = ({ institution: { id, kind }, current }: InstitutionTabsProps) => {
  const { t } = useRecommendationText()
  if (kind !== 'province') return null
  const addresses = { own: institutionPath(id), below: belowPath({ institution: id }) }
  return (
    <Tabs
      label={t('tabs')}
      current={addresses[current]}
      tabs={[
        { to: addresses.own, label: t('tab.own') },
        { to: addresses.below, label: t('tab.below') },
      ]}
    />
  )
}
