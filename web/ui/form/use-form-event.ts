import { useEffect, useEffectEvent, type RefObject } from 'react'

/** For parts of a field that have to change when the form is submitted or reset. */
export const useFormEvent = (
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  type: 'submit' | 'reset',
  listener: () => void,
): void => {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    const form = field.current?.form
    const handle = (): void => onEvent()
    form?.addEventListener(type, handle)
    return () => form?.removeEventListener(type, handle)
  }, [field, type])
}
