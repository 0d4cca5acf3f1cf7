import type { Client } from './support'

/** Whose client the screens have. */
export const signedIn: { client?: Client | undefined } = {}
