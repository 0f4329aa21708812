import { useEffect, useRef, useState } from 'react'

const pauseMilliseconds = 250

/** Search results for typed text, requested when typing pauses. The request shows failures. */
export const useSearchResults = <Item>(find: (text: string) => Promise<readonly Item[]>) => {
  const [results, setResults] = useState<readonly Item[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRequest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = async (text: string): Promise<void> => {
    lastRequest.current += 1
    const turn = lastRequest.current
    const list = await find(text)
    // Responses may arrive out of order.
    if (turn === lastRequest.current) setResults(list)
  }
  const search = (text: string, delay = pauseMilliseconds): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void look(text.trim()).catch(() => undefined), delay)
  }
  return { results, search }
}
