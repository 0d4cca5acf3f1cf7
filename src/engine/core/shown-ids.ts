import { createContext } from 'react'

/** The rows that are shown together: their cells read what stands in another table with one request. */
export const ShownIds = createContext<readonly string[]>([])
