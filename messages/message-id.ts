import type { MessageFile } from '../build/message-files.ts'

type IdOf<File> = File extends object ? keyof File : never

/** The id of every text. The compiler reads them from the files, which `scripts/message-files.mjs` lists. */
export type MessageId = IdOf<MessageFile>

/** What completes a prefix to an id: `IdAfter<'team.role.'>` is `'captain' | 'member' | …`. */
export type IdAfter<Prefix extends string> = MessageId extends infer Id
  ? Id extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never
