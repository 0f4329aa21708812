import { Icon } from '../../ui/icons.tsx'
import drawings from './menu-icons.svg'

/** One icon per page of the menu; `page` is the fallback. */
export type MenuIconName =
  | 'page'
  | 'home'
  | 'activities'
  | 'news'
  | 'results'
  | 'works'
  | 'guide'
  | 'rules'
  | 'training'
  | 'materials'
  | 'documents'
  | 'course'
  | 'programme'
  | 'certificate'
  | 'download'
  | 'video'
  | 'photo'
  | 'journal'
  | 'science'
  | 'globe'
  | 'others'
  | 'about'
  | 'expert'
  | 'contact'
  | 'office'
  | 'review'

/** The drawings are in a separate file, because only sites with a side menu show them. */
export const MenuItemIcon = ({ name }: { name: MenuIconName }) => (
  <Icon>
    <use href={`${drawings}#${name}`} />
  </Icon>
)
