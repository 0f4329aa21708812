import type * as contract from '@lectern/contract/materials.ts'
import { endpoint } from '../../request/client.ts'

export const listMaterials = endpoint<typeof contract.listMaterials>('GET', '/api/materials')
export const readMaterial = endpoint<typeof contract.readMaterial>('GET', '/api/materials/:id')
