/** A refusal by the server itself, without the database. */
export function refusal(status: number, message: string): Response {
  // The authentication client looks for `msg`.
  const body = { code: 'embedded_backend', message, msg: message, details: null, hint: null }
  return Response.json(body, { status })
}

/** 503, with the reason. */
export const unavailable = (error: unknown): Response =>
  refusal(503, `The embedded backend is not available. ${(error as Error).message}`)
