import { partnerRoles } from '@lectern/contract/experts/expert-values.ts'
import type { ShownPartner } from '@lectern/contract/partners/partners.ts'
import { AnyLink } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './logos.module.css'
import { SectionFrame } from './section-frame.tsx'

const Partner = ({ partner: { name, locale, link, logo } }: { partner: ShownPartner }) => {
  const items = (
    <>
      {logo && <Picture picture={logo} alt="" sizes="160px" />}
      <span lang={locale}>{name}</span>
    </>
  )
  if (!link) return <div className={`small break-anywhere ${styles.partner}`}>{items}</div>
  return (
    <AnyLink className={`small break-anywhere ${styles.partner}`} address={link}>
      {items}
    </AnyLink>
  )
}

/** Partners by role. With only one role, the title names it already. */
export const Logos = ({ section, alone, headingLevel: Heading }: SectionProps<'logos'>) => {
  const { list } = section.data
  const groups = partnerRoles.map((role) => ({ role, partners: list.filter((partner) => partner.role === role) }))
  const present = groups.filter(({ partners }) => partners.length > 0)
  return (
    <SectionFrame section={section} alone={alone} empty={list.length === 0}>
      {present.map(({ role, partners }) => (
        <div key={role} className={styles.group}>
          {present.length > 1 && (
            <Heading className={styles.role}>
              <FormattedMessage id={`section.partner.${role}`} />
            </Heading>
          )}
          <ul className={styles.partners}>
            {partners.map((partner) => (
              <li key={partner.id}>
                <Partner partner={partner} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </SectionFrame>
  )
}
