import { success } from '@lectern/contract/answer-codes.ts'
import type { AnswerOf, Endpoint } from '@lectern/contract/endpoint.ts'
import { failureEnvelope, type Envelope, type Failure } from '@lectern/contract/envelope.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The body as JSON, of no known shape. */
  json(): unknown
  /** The whole envelope: its code and its messages. */
  envelope(): Envelope<unknown>
  /** The data of any answer, to be compared as a whole. */
  data(): unknown
  /** The data that the endpoint promises. Throws if the request was refused, or was sent to another endpoint. */
  data<E extends Endpoint>(endpoint: E): AnswerOf<E>
  /** Why the request was refused. Throws if it was not. */
  failure(): Failure
}

/** What came back from one endpoint. */
export interface AnswerFrom<E extends Endpoint> extends Pick<Answer, 'status' | 'headers' | 'text' | 'failure'> {
  /** Throws if the request was refused. */
  readonly data: AnswerOf<E>
}

const segments = (path: string): string[] => path.replace(/\?.*$/s, '').split('/')

/** Is this path one of the endpoint's? */
const isPathOf = ({ path }: Endpoint, sent: string): boolean => {
  const [pattern, actual] = [segments(path), segments(sent)]
  return pattern.length === actual.length && pattern.every((part, at) => part.startsWith(':') || part === actual[at])
}

export const answerTo = (
  { method, path }: { method: string; path: string },
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
): Answer => {
  const request = `${method} ${path}`
  const envelope = () => JSON.parse(text) as Envelope<unknown>

  const dataOf = (endpoint?: Endpoint): unknown => {
    const { code, data } = envelope()
    if (!endpoint) return data
    if (endpoint.method !== method || !isPathOf(endpoint, path))
      throw new Error(`${request} is not a request to ${endpoint.method} ${endpoint.path}`)
    if (code !== success) throw new Error(`${request} was refused with ${status}: ${text}`)
    return data
  }

  return {
    status,
    headers,
    text,
    json: () => JSON.parse(text) as unknown,
    envelope,
    // The server has written the data through the endpoint's schema.
    data: dataOf,
    failure: () => {
      const { data } = failureEnvelope.parse(envelope())
      if (!data) throw new Error(`${request} was not refused: ${text}`)
      return data
    },
  }
}

export const answerFrom = <E extends Endpoint>(endpoint: E, answer: Answer): AnswerFrom<E> => ({
  status: answer.status,
  headers: answer.headers,
  text: answer.text,
  failure: answer.failure,
  get data() {
    return answer.data(endpoint)
  },
})
