import { createContext } from 'react'

/** The place for panels in the page's frame; null until it is drawn. */
export const PanelSlot = createContext<HTMLElement | null | undefined>(undefined)
