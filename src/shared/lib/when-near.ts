/**
 * Waits until a part of a prerendered page is nearly in view, so that what makes it work is not
 * downloaded for those who never get there. At once where the part is not in the document yet, as on
 * the server or after a client-side navigation.
 *
 * @param id of an element in or just before the part
 */
export async function whenNear(id: string): Promise<void> {
  const element = import.meta.env.SSR ? null : document.getElementById(id)
  if (!element) return
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '10% 0px' },
    )
    observer.observe(element)
  })
}
