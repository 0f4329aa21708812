import type { listMaterials, readMaterial } from '@lectern/contract/materials.ts'
import { reach } from '../../request/client.ts'

export const materialList = reach<typeof listMaterials>('GET', '/api/materials')
export const material = reach<typeof readMaterial>('GET', '/api/materials/:id')
