import type { readBlock, readPage } from '@lectern/contract/pages.ts'
import { endpoint } from '../../request/client.ts'

export const sectionsOfPage = endpoint<typeof readPage>('GET', '/api/pages/:name')
export const sectionOfPage = endpoint<typeof readBlock>('GET', '/api/pages/:name/blocks/:block')
