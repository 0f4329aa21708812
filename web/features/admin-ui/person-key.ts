import { createContext, use } from 'react'

/** Whose views of lists these are; several organisers may share a browser. */
export const PersonKey = createContext('')

export const usePersonKey = (): string => use(PersonKey)
