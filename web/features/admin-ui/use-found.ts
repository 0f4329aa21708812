import { useEffect, useRef, useState } from 'react'

const pauseMilliseconds = 250

/** What is found by what somebody types, asked for once the typing pauses. What goes wrong, the request says. */
export const useFound = <Item>(find: (text: string) => Promise<readonly Item[]>) => {
  const [found, setFound] = useState<readonly Item[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = async (text: string): Promise<void> => {
    asked.current += 1
    const turn = asked.current
    const list = await find(text)
    // Answers may come in another order than they were asked for.
    if (turn === asked.current) setFound(list)
  }
  const search = (text: string, delay = pauseMilliseconds): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void look(text.trim()).catch(() => undefined), delay)
  }
  return { found, search }
}
