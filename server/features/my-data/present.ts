import type { Ctx } from '../../platform/context.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { t } from '../../platform/messages.ts'
import type { MyData } from './service.ts'

/** Everything in one file, named in the person's language. */
export const presentMyDataFile = ({ now }: Ctx, { locale, data }: MyData): FileAnswer => {
  const body = Buffer.from(`${JSON.stringify({ exportedAt: now, ...data }, null, 2)}\n`)
  const name = t(locale, 'document.myDataFile', { date: now.toISOString().slice(0, 10) })
  return { type: 'application/json; charset=utf-8', body, name: `${name}.json` }
}
