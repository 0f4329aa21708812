import type { listMaterials, readMaterial } from '@lectern/contract/materials.ts'
import { endpoint } from '../../request/client.ts'

export const materialList = endpoint<typeof listMaterials>('GET', '/api/materials')
export const material = endpoint<typeof readMaterial>('GET', '/api/materials/:id')
