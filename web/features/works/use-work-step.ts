import { useEffect, useRef, useState } from 'react'
import { changeAddress } from '../../router/history.ts'
import { useRouter } from '../../router/router-context.tsx'
import { readWorkStep, workPath, type WorkStep } from './work-address.ts'

/** The step of the editor that is shown: marks of one document, so that Back works and loses nothing. */
export const useWorkStep = (id: string) => {
  const router = useRouter()
  const [step, setStep] = useState<WorkStep>(() => readWorkStep(location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)

  useEffect(() => {
    const follow = (): void => setStep(readWorkStep(location.hash))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return {
    step,
    heading,
    go: (next: WorkStep, { replace = false } = {}): void => {
      changeAddress(router, workPath(id, next), { replace })
      setStep(next)
    },
  }
}
