import type { Upload } from 'tus-js-client'
import { env } from '@/shared/config/env'
import { tokenOfPage } from '@/shared/supabase/client'
import { BUCKET } from './file-queries'

/** The service takes parts of exactly this size. */
const PART_BYTES = 6 * 1024 * 1024
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000]

/** A full disk, where the storage service has its files on one */
export const NO_SPACE = 507

/** The storage service's answer to an upload that it refuses. */
export class RefusedUploadError extends Error {
  constructor(readonly status: number) {
    super(`Upload refused: ${status}`)
  }
}

interface Sending {
  content: Blob
  /** The earlier try's address, to resume it */
  upload?: Upload
}

interface Answered extends Error {
  originalRequest?: { getMethod: () => string }
  originalResponse?: { getStatus: () => number } | null
}

/**
 * Uploads a file that was announced, in parts that survive a dropped connection.
 *
 * @param onProgress takes the part that has arrived, 0 to 1
 * @throws RefusedUploadError, or a connection error, after which it can resume
 */
export async function sendFile(
  id: string,
  sending: Sending,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<void> {
  const { Upload } = await import('tus-js-client')
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const options: Upload['options'] = {
      endpoint: `${env.supabaseUrl}/storage/v1/upload/resumable`,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      // The browser's storage would show the file's name to its next user.
      storeFingerprintForResuming: false,
      headers: { apikey: env.supabaseAnonKey },
      metadata: {
        bucketName: BUCKET,
        objectName: id,
        contentType: 'application/octet-stream',
      },
      async onBeforeRequest(request) {
        request.setHeader('authorization', `Bearer ${await tokenOfPage()}`)
      },
      onProgress: (sent, total) => onProgress(sent / total),
      onShouldRetry: (error) => !hasArrived(error) && !isRefusal(error) && navigator.onLine,
      onSuccess: () => resolve(),
      onError: (error) => {
        if (hasArrived(error)) resolve()
        else reject(isRefusal(error) ? new RefusedUploadError(statusOf(error)) : error)
      },
    }
    const upload = (sending.upload ??= new Upload(sending.content, options))
    Object.assign(upload.options, options)
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason as Error)
    })
    upload.start()
  })
}

const statusOf = ({ originalResponse }: Answered) => originalResponse?.getStatus() ?? 0

/** An earlier try created it, and its answer was lost. */
const hasArrived = (error: Answered) =>
  statusOf(error) === 409 && error.originalRequest?.getMethod() === 'POST'

/** 409 and 423: an earlier part is still being stored. */
const isRefusal = (error: Answered) => {
  const status = statusOf(error)
  return status === NO_SPACE || (status >= 400 && status < 500 && status !== 409 && status !== 423)
}
