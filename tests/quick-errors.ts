import { configure, getConfig } from '@testing-library/react'

/*
 * A query that finds nothing prints the whole document, which takes longer than the query. While
 * `waitFor` tries again and again nobody reads that; Testing Library says so by a flag for its own
 * messages alone.
 */
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const isTrying = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics
    return isTrying ? new Error(message ?? undefined) : getElementError(message, container)
  },
})
