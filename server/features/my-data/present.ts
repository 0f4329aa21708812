import { localize } from '@lectern/contract/localized.ts'
import type { LedTeam as ForeseenTeam } from '@lectern/contract/my-data.ts'
import type { Ctx } from '../../platform/context.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { say } from '../../platform/messages.ts'
import { nameOf, type LedTeam } from '../teams/service.ts'
import { presentContest } from './contest-present.ts'
import type { collectMyData } from './service.ts'

type MyData = Awaited<ReturnType<typeof collectMyData>>
type Letter = MyData['letters'][number]

/** A letter by its subject: what it said was for its reader, codes above all. */
const presentLetter = ({ letter, content, ...sent }: Letter) => ({
  ...sent,
  subject: say(sent.locale, `letter.${letter}.subject`, content),
})

const presentMyData = ({ now, installation }: Ctx, collected: MyData) => {
  const { account, consents, notices, letters, files, contest, ...data } = collected
  const addressOf = (file: string): string => `${installation.address}/api/files/${file}`
  const inLanguage = (text: Parameters<typeof localize>[0]): string => localize(text, account.locale).text
  return {
    exportedAt: now,
    account,
    ...data,
    consents: consents.map(({ title, ...given }) => ({ ...given, title: inLanguage(title) })),
    notices: notices.map(({ title, body, ...told }) => ({ ...told, title: inLanguage(title), body: inLanguage(body) })),
    letters: letters.map(presentLetter),
    files: files.map(({ id, ...file }) => ({ ...file, address: addressOf(id) })),
    ...presentContest(contest, { locale: account.locale, inLanguage, addressOf }),
  }
}

/** Everything in one file, named in the person's language. */
export const presentMyDataFile = (ctx: Ctx, data: MyData): FileAnswer => {
  const body = Buffer.from(`${JSON.stringify(presentMyData(ctx, data), null, 2)}\n`)
  const name = say(data.account.locale, 'document.myDataFile', { date: ctx.now.toISOString().slice(0, 10) })
  return { type: 'application/json; charset=utf-8', body, name: `${name}.json` }
}

export const presentLedTeams = ({ locale: asked }: Ctx, led: readonly LedTeam[]): { teams: ForeseenTeam[] } => ({
  teams: led.map(({ view, heir }) => {
    const { text, locale } = localize(view.activity.name, asked)
    const next = view.members.find(({ account }) => account.id === heir)
    return {
      id: view.id,
      name: view.name,
      activity: { name: text, locale },
      state: view.enrolment!.state,
      nextCaptain: next ? nameOf(next.account) : null,
    }
  }),
})
