import type { readBlock, readPage } from '@lectern/contract/pages.ts'
import { reach } from '../../request/client.ts'

export const sectionsOfPage = reach<typeof readPage>('GET', '/api/pages/:name')
export const sectionOfPage = reach<typeof readBlock>('GET', '/api/pages/:name/blocks/:block')
