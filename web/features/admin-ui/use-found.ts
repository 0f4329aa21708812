import { useEffect, useRef, useState } from 'react'

const pauseMilliseconds = 250

/** Search results for typed text, requested when typing pauses. The request shows failures. */
export const useFound = <Item>(find: (text: string) => Promise<readonly Item[]>) => {
  const [found, setFound] = useState<readonly Item[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = async (text: string): Promise<void> => {
    asked.current += 1
    const turn = asked.current
    const list = await find(text)
    // Responses may arrive out of order.
    if (turn === asked.current) setFound(list)
  }
  const search = (text: string, delay = pauseMilliseconds): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void look(text.trim()).catch(() => undefined), delay)
  }
  return { found, search }
}
