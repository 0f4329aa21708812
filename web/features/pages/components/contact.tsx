import { FormattedMessage } from '../../../ui/intl.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './contact.module.css'
import { SectionFrame } from './section-frame.tsx'

/** Digits and plus sign of a phone number, for the link. */
const dialled = (phone: string): string => phone.replaceAll(/[^\d+]/g, '')

/** Contacts of the organisers, and the contact form. */
export const Contact = ({ section, alone, headingLevel: Heading, slots }: SectionProps<'contact'>) => {
  const { address, hours, people, form } = section.content
  const withForm = form && slots.contactForm
  const hasFacts = Boolean(address || hours || people.length > 0)
  return (
    <SectionFrame section={section} alone={alone} empty={!hasFacts && !withForm}>
      <div className={styles.columns} data-both={(hasFacts && Boolean(withForm)) || undefined}>
        {hasFacts && (
          <div className={styles.facts}>
            {address && (
              <div>
                <Heading>
                  <FormattedMessage id="section.contact.address" />
                </Heading>
                <address>{address}</address>
              </div>
            )}
            {hours && (
              <div>
                <Heading>
                  <FormattedMessage id="section.contact.hours" />
                </Heading>
                <p className={styles.lines}>{hours}</p>
              </div>
            )}
            {people.length > 0 && (
              <div>
                <Heading>
                  <FormattedMessage id="section.contact.people" />
                </Heading>
                <ul className="stack gap-16">
                  {Array.from(people.entries(), ([position, { name, role, phone, email }]) => (
                    <li key={position}>
                      <p>
                        <strong>{name}</strong> {role && <span className="muted">{role}</span>}
                      </p>
                      <p className={`row ${styles.ways}`}>
                        {phone && <a href={`tel:${dialled(phone)}`}>{phone}</a>}
                        {email && <a href={`mailto:${email}`}>{email}</a>}
                      </p>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
        {withForm && (
          <div className={`print-hidden ${styles.form}`}>
            <Heading>
              <FormattedMessage id="section.contact.form" />
            </Heading>
            {slots.contactForm}
          </div>
        )}
      </div>
    </SectionFrame>
  )
}
