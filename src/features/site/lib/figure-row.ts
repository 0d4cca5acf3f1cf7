import type { FigureId } from '../content/figures'

/** The id of a figure’s row on the page About us. */
export const figureRow = (id: FigureId) => `figure-${id}`
