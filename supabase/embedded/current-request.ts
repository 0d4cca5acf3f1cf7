import { AsyncLocalStorage } from 'node:async_hooks'

/** The HTTP request that the current asynchronous call belongs to. */
export const currentRequest = new AsyncLocalStorage<Request>()
