import { createContext, use } from 'react'

/** Whose saved views these are; several organisers may share a browser. */
export const PersonKey = createContext('')

export const usePersonKey = (): string => use(PersonKey)
