import type { DemoItem } from '@lectern/contract/begin/begin.ts'
import { screenAddress } from '../admin-ui/screen-address.ts'

/** Address of the editor for demo content. Editions are edited on the page of activities. */
export const demoAddress = ({ kind, id, variant }: Pick<DemoItem, 'kind' | 'id' | 'variant'>): string =>
  kind === 'edition' ? `/Admin/Activity?edition=${id}` : screenAddress(kind, id, variant)
