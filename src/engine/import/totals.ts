import { fold } from '@/shared/lib/fold'

const totals =
  /^(?:sub|grand )?total(?:e|s)?$|^(?:sub|grand )?totals? (?:for|of) |^(?:sum(?:me|a)?|somme|totaux|gesamt(?:summe)?|saldo|balance)$/

/** Part of each of these words: a file has millions of cells. */
const hasPart = /tot|sum|somm|gesamt|saldo|balance/i

/** Whether a cell of the row is the word for a total. */
export const isCalledTotal = (cells: readonly string[]): boolean =>
  cells.some(
    (cell) =>
      hasPart.test(cell) &&
      totals.test(
        fold(cell)
          .replaceAll(/[^\p{L} ]/gu, '')
          .trim(),
      ),
  )
