import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

const panels = '[role=dialog], aside, [data-drop]'

/**
 * Takes files that are dropped on the panel around an element, or pasted while that panel is in front. A file
 * dropped beside it does not replace the page.
 *
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(
  part: RefObject<HTMLElement | null>,
  onFiles: (files: File[]) => void,
): boolean {
  const [isDragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const panel = () => part.current?.closest(panels) ?? part.current
    const isInside = ({ target }: Event) => target instanceof Node && panel()?.contains(target)
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

    function over(event: DragEvent) {
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = isInside(event) ? 'copy' : 'none'
      setDragging(true)
    }
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setDragging(false)
    }
    function drop(event: DragEvent) {
      setDragging(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (isInside(event)) take([...event.dataTransfer!.files])
    }
    function paste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches('input, textarea, [contenteditable]')
      if (files.length === 0 || isTyping || event.defaultPrevented || !isInFront(panel())) return
      event.preventDefault()
      take(files)
    }

    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [part])
  return isDragging
}

/** Whether no dialog and no other panel is above it. */
function isInFront(panel: Element | null | undefined): boolean {
  const above = document.querySelectorAll('[role=dialog], [data-front]')
  return above.length === 0 || above[above.length - 1] === panel
}
