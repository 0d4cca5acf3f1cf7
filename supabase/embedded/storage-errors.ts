/** A refusal of the storage service, from internal/errors/codes.ts in supabase/storage. */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly error = code,
    /** Of the answer itself */
    readonly sent = status >= 500 ? status : 400,
  ) {
    super(message)
  }

  /**
   * Its endpoints answer 400 to almost everything except their own failures; the body has the
   * status.
   */
  render(): Response {
    const { status, error, message, code, sent } = this
    return Response.json({ statusCode: String(status), error, message, code }, { status: sent })
  }
}

export const storageErrors = {
  noBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found'),
  noObject: () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found'),
  denied: (message = 'Access denied') =>
    new StorageError(403, 'AccessDenied', message, 'Unauthorized'),
  exists: () =>
    new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate'),
  tooLarge: () =>
    new StorageError(
      413,
      'EntityTooLarge',
      'The object exceeded the maximum allowed size',
      'Payload too large',
    ),
  mimeType: (type: string) =>
    new StorageError(
      415,
      'InvalidMimeType',
      `mime type ${type} is not supported`,
      'invalid_mime_type',
    ),
  key: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  request: (message: string) => new StorageError(400, 'InvalidRequest', message, 'Error'),
  range: () =>
    new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range', 416),
  notEmpty: () =>
    new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  role: () =>
    new StorageError(403, 'AccessDenied', 'Access denied: Invalid role', 'Unauthorized', 403),
  token: (message: string) => new StorageError(400, 'InvalidJWT', message),
  signature: (message = 'Invalid signature') => new StorageError(400, 'InvalidSignature', message),
  noSpace: () =>
    new StorageError(507, 'InternalError', 'There is no space left for this file. Free some.'),
}

/** Errors of Postgres, as storage/database/errors.ts of the service renders them. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const { code, message } = error as { code?: string; message: string }
  // Of the file system, and of Postgres
  if (code === 'ENOSPC' || code === '53100') return storageErrors.noSpace()
  if (code === '42501') {
    return storageErrors.denied(
      message.includes('row-level security')
        ? 'new row violates row-level security policy'
        : message,
    )
  }
  if (code === '23505') return storageErrors.exists()
  if (code === '23503') {
    return new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
  }
  if (code?.startsWith('08')) return new StorageError(503, 'InternalError', message)
  return code && /^[0-9A-Z]{5}$/.test(code)
    ? new StorageError(500, 'DatabaseError', `database error, code: ${code}`)
    : new StorageError(500, 'InternalError', message)
}
