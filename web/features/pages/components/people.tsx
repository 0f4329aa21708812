import { initialsOf } from '../../../ui/initials.ts'
import { Picture } from '../../../ui/picture.tsx'
import type { SectionProps } from '../section-view.ts'
import styles from './people.module.css'
import { SectionFrame } from './section-frame.tsx'

export const People = ({ section, alone }: SectionProps<'people'>) => {
  const items = section.content.items.filter(({ name }) => name)
  return (
    <SectionFrame section={section} alone={alone} empty={items.length === 0}>
      <ul className={styles.people}>
        {Array.from(items.entries(), ([position, { name, role, organisation, photo }]) => (
          <li key={position}>
            {photo ? (
              <Picture picture={photo} alt="" sizes="72px" className={styles.photo} />
            ) : (
              <span className={styles.photo} data-initials={initialsOf(name)} aria-hidden="true" />
            )}
            <div>
              <p className={styles.name}>{name}</p>
              {role && <p className="small">{role}</p>}
              {organisation && <p className="muted small">{organisation}</p>}
            </div>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
