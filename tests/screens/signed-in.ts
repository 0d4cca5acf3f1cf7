import type { Client } from '../embedded/support'

/** The owner of the screens' client. */
export const signedIn: { client?: Client | undefined } = {}
