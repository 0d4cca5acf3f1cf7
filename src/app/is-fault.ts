/** Classes of SQLSTATE: an unknown column or function, a full disk, a timeout, a bug of the server, a shutdown. */
const classesOfFaults = ['21', '25', '3F', '42', '53', '54', '55', '57', '58', 'XX']

/** Errors that only a mistake in code throws; a request that was not answered is a `TypeError`, too. */
const mistakes = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'])

/** Whether this is the error of an unanswered or aborted request. */
export function isOfLine(error: unknown): boolean {
  const { name, message } = (error ?? {}) as Partial<Error>
  return (
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    name === 'AuthRetryableFetchError' ||
    /^(TypeError: )?(Failed to fetch$|Load failed$|NetworkError |network error$|fetch failed$|The (Internet|network) connection )/i.test(
      message ?? '',
    )
  )
}

/**
 * An answer without a code whose message is a whole page. Unless it throws, the table client
 * returns a plain object instead of an error.
 */
export function isUnreadable(error: {
  name?: unknown
  message?: unknown
  code?: unknown
}): boolean {
  const { name = 'PostgrestError', message, code } = error
  return name === 'PostgrestError' && message !== undefined && code === undefined
}

/**
 * Whether a read or a write failed by a fault of ours: in the app, the database or a server. A
 * refusal by a rule, a conflict with a colleague and a lost connection are no faults.
 */
export function isFault(error: unknown): boolean {
  if (isOfLine(error)) return false
  const { name, message, code, status } = (error ?? {}) as Record<string, unknown>
  if (code === '42501') return false
  if (typeof code === 'string' && code) {
    // No row, or several, where one was requested: it was removed.
    if (code.startsWith('PGRST')) return !['PGRST116', 'PGRST301', 'PGRST303'].includes(code)
    return code.length === 5 && classesOfFaults.some((one) => code.startsWith(one))
  }
  // The page of a server in front of the database; an answer of the auth service
  return (
    isUnreadable({ name, message, code }) ||
    (typeof status === 'number' && status >= 500) ||
    mistakes.has(String(name))
  )
}
