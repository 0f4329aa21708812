import type * as contract from '@lectern/contract/office-teams.ts'
import { endpoint } from '../../../request/client.ts'

export const findTeams = endpoint<typeof contract.findTeams>('GET', '/api/teams')
