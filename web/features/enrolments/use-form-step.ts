import { useEffect, useRef, useState } from 'react'
import { changeAddress } from '../../router/history.ts'
import { useRouter } from '../../router/router-context.tsx'

/** The current step of a form; steps are hashes of one document, so that Back works and loses nothing. */
export const useFormStep = <Step extends string>(read: (hash: string) => Step, pathOf: (step: Step) => string) => {
  const router = useRouter()
  const [step, setStep] = useState<Step>(() => read(location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)

  useEffect(() => {
    const follow = (): void => setStep(read(location.hash))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [read])

  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    // Something more important may have the focus already: a problem, or the answer to change.
    if (document.activeElement !== document.body && document.activeElement?.closest('form')) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return {
    step,
    heading,
    go: (next: Step, { replace = false } = {}): void => {
      changeAddress(router, pathOf(next), { replace })
      setStep(next)
    },
  }
}
