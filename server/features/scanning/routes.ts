import * as contract from '@lectern/contract/scanning/scanning.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { readScanState, scanAllAgain } from './service.ts'

export const scanningRoutes = ({ serve }: Http): void => {
  serve(contract.readScanning, { policy: organisers('system') }, ({ ctx }) => readScanState(ctx))

  serve(contract.scanAgain, { policy: organisers('system') }, async ({ ctx }) => ({ count: await scanAllAgain(ctx) }))
}
