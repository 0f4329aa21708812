import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { useState } from 'react'

const maxSteps = 100

interface History {
  past: readonly CertificateDesign[]
  design: CertificateDesign
  future: readonly CertificateDesign[]
  /** What the last change was about: changes of the same kind in a row are one step. */
  about: string | undefined
}

/** A design with undo and redo. */
export const useDesign = (initial: CertificateDesign) => {
  const [{ past, design, future }, setHistory] = useState<History>({
    past: [],
    design: initial,
    future: [],
    about: undefined,
  })
  return {
    design,
    /** `about` joins changes in a row into one step: typing a word, dragging a box. */
    change: (next: CertificateDesign, about?: string): void =>
      setHistory((before) => ({
        past:
          about !== undefined && about === before.about
            ? before.past
            : [...before.past, before.design].slice(-maxSteps),
        design: next,
        future: [],
        about,
      })),
    undo:
      past.length > 0
        ? (): void =>
            setHistory((now) => ({
              past: now.past.slice(0, -1),
              design: now.past.at(-1)!,
              future: [now.design, ...now.future],
              about: undefined,
            }))
        : undefined,
    redo:
      future.length > 0
        ? (): void =>
            setHistory((now) => ({
              past: [...now.past, now.design],
              design: now.future[0]!,
              future: now.future.slice(1),
              about: undefined,
            }))
        : undefined,
  }
}
