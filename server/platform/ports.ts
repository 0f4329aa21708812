/**
 * A question that a feature asks and higher features answer. The asking feature declares the port without naming
 * anybody; the answering ones provide it in their `feature.ts`.
 */
export interface Port<Given> {
  name: string
  /** Only for the types: there is no such value. */
  answer?: Given
}

/** What a port is answered with. */
export type Answer<Asked> = Asked extends Port<infer Given> ? Given : never

export interface Provided {
  port: Port<unknown>
  answer: unknown
}

export const definePort = <Given>(name: string): Port<Given> => ({ name })

export const provide = <Given>(port: Port<Given>, answer: Given): Provided => ({ port, answer })

export interface Ports {
  /** For ports with exactly one provider. */
  use<Given>(port: Port<Given>): Given
  /** For ports with any number of providers; in their order. */
  all<Given>(port: Port<Given>): readonly Given[]
}

export const connectPorts = (provided: readonly Provided[]): Ports => {
  const all = <Given>(port: Port<Given>): Given[] =>
    provided.filter((one) => one.port === port).map(({ answer }) => answer as Given)
  return {
    use: <Given>(port: Port<Given>) => {
      const answers = all(port)
      if (answers.length !== 1) throw new Error(`One feature has to provide ${port.name}, and ${answers.length} do.`)
      return answers[0]!
    },
    all,
  }
}
