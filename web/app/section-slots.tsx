import { DocumentView } from '../features/documents/components/document-view.tsx'
import type { Slots } from '../features/pages/section-view.ts'
import { ContactForm } from './contact-form.tsx'
import { Footer } from './shell/footer.tsx'
import { MenuColumns } from './shell/menu.tsx'
import styles from './section-slots.module.css'

/** Components of the app that sections can show. */
export const sectionSlots: Slots = {
  contactForm: <ContactForm />,
  document: (document) => <DocumentView document={document} />,
  siteMenu: <MenuColumns className={styles.menu} />,
  siteFooter: <Footer />,
}
