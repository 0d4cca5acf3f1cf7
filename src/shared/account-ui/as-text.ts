import { createContext } from 'react'

/** Whether links to people and calls show only text, for use inside another link. */
export const AsText = createContext(false)
