import type { Client } from '../embedded/support'

/** Whose client the screens have. */
export const signedIn: { client?: Client | undefined } = {}
