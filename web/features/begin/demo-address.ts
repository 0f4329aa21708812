import type { DemoItem } from '@lectern/contract/beginning.ts'
import { screenAddress } from '../admin-ui/screen-address.ts'

/** Where something that came with the demo is changed. An edition is changed beside its activities. */
export const demoAddress = ({ kind, id, variant }: Pick<DemoItem, 'kind' | 'id' | 'variant'>): string =>
  kind === 'edition' ? `/Admin/Activity?edition=${id}` : screenAddress(kind, id, variant)
