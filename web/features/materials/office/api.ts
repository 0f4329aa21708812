import type * as contract from '@lectern/contract/materials.ts'
import { endpoint } from '../../../request/client.ts'

export const listMaterialSources = endpoint<typeof contract.listMaterialSources>('GET', '/api/materials/sources')
export const readMaterialSource = endpoint<typeof contract.readMaterialSource>('GET', '/api/materials/:id/source')
export const createMaterial = endpoint<typeof contract.createMaterial>('POST', '/api/materials')
export const changeMaterial = endpoint<typeof contract.changeMaterial>('PUT', '/api/materials/:id')
export const moveMaterial = endpoint<typeof contract.moveMaterial>('PUT', '/api/materials/:id/state')
export const deleteMaterial = endpoint<typeof contract.deleteMaterial>('DELETE', '/api/materials/:id')
export const previewMarkdown = endpoint<typeof contract.previewMarkdown>('POST', '/api/materials/preview')
