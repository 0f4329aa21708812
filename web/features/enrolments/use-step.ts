import { useEffect, useRef, useState } from 'react'
import { changeAddress } from '../../router/history.ts'
import { useRouter } from '../../router/router-context.tsx'
import { enrolmentPath, readStep, type FormStep } from './enrolment-address.ts'

/** The current step of the form; steps are hashes of one document, so that Back works and loses nothing. */
export const useStep = (activityId: string, enrolmentId: string) => {
  const router = useRouter()
  const [step, setStep] = useState<FormStep>(() => readStep(location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)

  useEffect(() => {
    const follow = (): void => setStep(readStep(location.hash))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // Something more important may have the focus already: a problem, or the answer to change.
    if (document.activeElement !== document.body && document.activeElement?.closest('form')) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return {
    step,
    heading,
    go: (next: FormStep, { replace = false } = {}): void => {
      changeAddress(router, enrolmentPath(activityId, enrolmentId, next), { replace })
      setStep(next)
    },
  }
}
