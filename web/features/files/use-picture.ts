import { readFileState, type Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { useEffect, useState } from 'react'
import type { Client } from '../../request/client.ts'

const pollMilliseconds = 2_000

/** The picture of a form field, once it has been processed. */
export const usePicture = (client: Client, id: FileId | null): Picture | undefined => {
  const [loaded, setLoaded] = useState<Picture>()
  useEffect(() => {
    if (id === null) return undefined
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      const { state, picture } = await client(readFileState, { params: { id } }, { skipErrorHandler: true })
      if (!isCurrent) return
      if (picture) setLoaded(picture)
      else if (state === 'waiting') timer = setTimeout(poll, pollMilliseconds)
    }
    // The field itself shows problems with the file.
    const poll = (): void => void ask().catch(() => undefined)
    poll()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, id])
  return loaded?.id === id ? loaded : undefined
}
