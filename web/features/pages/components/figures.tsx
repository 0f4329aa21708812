import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './figures.module.css'
import { SectionFrame } from './section-frame.tsx'

const counted = ['people', 'teams', 'schools', 'provinces'] as const

/** Live counts, except zeros, and the organisers' own figures. */
export const Figures = ({ section, alone }: SectionProps<'figures'>) => {
  const intl = useIntl()
  const { content, data } = section
  const live = counted.filter((name) => data && data[name] > 0)
  const own = content.items.filter(({ label, value }) => label && value)
  return (
    <SectionFrame section={section} alone={alone} tone="quiet" empty={live.length + own.length === 0}>
      <dl className={styles.figures}>
        {live.map((name) => (
          <div key={name}>
            <dt>
              <FormattedMessage id={`section.figures.${name}`} />
            </dt>
            <dd>{intl.formatNumber(data![name])}</dd>
          </div>
        ))}
        {own.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{/^\d+$/.test(value) ? intl.formatNumber(Number(value)) : value}</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}
