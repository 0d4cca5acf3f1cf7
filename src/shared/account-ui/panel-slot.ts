import { createContext } from 'react'

/** Where in the frame of the page panels are drawn; null until that is there. */
export const PanelSlot = createContext<HTMLElement | null | undefined>(undefined)
