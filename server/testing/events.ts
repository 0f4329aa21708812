import type { TestSite } from './site.ts'

/** A stream of server-sent events, as a browser reads it. */
export interface Followed {
  status: number
  headers: Headers
  /** The next event, as `<name> <data>`; `end` after the last. */
  next(): Promise<string>
  leave(): Promise<void>
}

export const followEvents = async (
  { url }: Pick<TestSite, 'url'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Followed> => {
  const response = await fetch(url + path, { headers })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return 'end'
        text += value
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      // Heartbeats and the reconnection delay are no events.
      if (field('event') !== undefined) return `${field('event')} ${field('data')}`
    }
  }
  return { status: response.status, headers: response.headers, next, leave: () => reader.cancel() }
}
