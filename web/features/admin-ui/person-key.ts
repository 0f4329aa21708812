import { createContext, use } from 'react'

/** The user whose views are saved; several organisers may share a browser. */
export const PersonKey = createContext('')

export const usePersonKey = (): string => use(PersonKey)
