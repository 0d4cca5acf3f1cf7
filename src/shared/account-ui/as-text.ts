import { createContext } from 'react'

/** Whether links to people and calls are their text alone, as where all around them is one link. */
export const AsText = createContext(false)
