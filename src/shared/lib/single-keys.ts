import { storeChoice, storedChoice } from './stored-choice'

const STORAGE_KEY = 'single-key-shortcuts'

/** Whether keys without a modifier work. */
export const readSingleKeys = () => storedChoice(STORAGE_KEY) !== 'off'

export const writeSingleKeys = (on: boolean) => storeChoice(STORAGE_KEY, on ? 'on' : 'off')
