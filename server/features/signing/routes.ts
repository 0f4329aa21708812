import { listSigningKeys as listEndpoint } from '@lectern/contract/signing/signing-keys.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'
import { listSigningKeys } from './service.ts'

export const signingRoutes = ({ serve }: Http): void => {
  serve(listEndpoint, { policy: everyone, public: {} }, ({ ctx }) => listSigningKeys(ctx))
}
