import { createContext } from 'react'

/** Whether links to people and calls show only their text, as inside another link. */
export const AsText = createContext(false)
