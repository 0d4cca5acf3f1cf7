import type * as RadixMenu from '@radix-ui/react-menu'
import { createContext } from 'react'

/** The elements of an open menu. */
export const MenuParts = createContext<typeof RadixMenu | null>(null)
