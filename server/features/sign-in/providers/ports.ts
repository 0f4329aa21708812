import type { Ctx } from '../../../platform/context.ts'
import { definePort } from '../../../platform/ports.ts'

/** A provider has answered an organiser's try as it should. Requires a transaction. */
export const providerTried = definePort<(ctx: Ctx, key: string) => Promise<void>>('providers that were tried')
