import { paths } from '@/shared/config/paths'

/** Keeps this page on the device, so that it opens without network. The worker sees no other page. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register('/mentor-worker.js', { scope: paths.mentor })
    // Without it the page needs a network to open; what it keeps is safe.
    .catch(console.warn)
}
