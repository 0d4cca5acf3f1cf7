import { configure, getConfig } from '@testing-library/react'
import React from 'react'

/* Turns off two diagnostics that take a sixth of the time of screen tests and that no one reads. */

// A query that finds nothing prints the whole document, also while `waitFor` tries again and again. Then
// Testing Library sets a flag, which it heeds only in its own messages.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const isTrying = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics
    return isTrying ? new Error(message ?? undefined) : getElementError(message, container)
  },
})

// React's development build takes a stack for each of the first 10,000 elements of a second, to say in a
// warning who made it. If a later React renames this, the stacks come back.
const internals = (React as unknown as Record<string, object | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]
if (internals && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => {},
  })
}
