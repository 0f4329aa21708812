import { createContext, use } from 'react'

interface Reader {
  /** Whose views are saved: several organisers may share a browser. */
  key: string
  /** An auditor may read everything and change nothing. */
  isAuditor: boolean
}

/** The organiser in front of the screen. */
export const ReaderContext = createContext<Reader>({ key: '', isAuditor: false })

export const useReader = (): Reader => use(ReaderContext)
