import { useEffect, useEffectEvent, type RefObject } from 'react'

/** For what a field shows beside its text, which has to follow when the form is sent or emptied. */
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
