/**
 * A question that a feature asks and a feature above it answers. The feature that asks declares the port and names nobody; the one that
 * answers provides it in its `feature.ts`.
 */
export interface Port<Answer> {
  name: string
  /** Only for the types: there is no such value. */
  answer?: Answer
}

export interface Provided {
  port: Port<unknown>
  answer: unknown
}

export const definePort = <Answer>(name: string): Port<Answer> => ({ name })

export const provide = <Answer>(port: Port<Answer>, answer: Answer): Provided => ({ port, answer })

export interface Ports {
  use<Answer>(port: Port<Answer>): Answer
}

/** Each port is answered by one feature. */
export const connectPorts = (provided: readonly Provided[]): Ports => {
  const answers = new Map(provided.map(({ port, answer }) => [port, answer]))
  if (answers.size < provided.length) throw new Error('Two features provide the same port.')
  return {
    use: <Answer>(port: Port<Answer>) => {
      if (!answers.has(port)) throw new Error(`No feature provides the port ${port.name}.`)
      return answers.get(port) as Answer
    },
  }
}
