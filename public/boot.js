// Starts the app once the page has been painted, or at the visitor's first touch, key or press.
;(() => {
  const { entry } = document.currentScript.dataset
  const gestures = ['pointerdown', 'touchstart', 'keydown']

  function start() {
    for (const gesture of gestures) removeEventListener(gesture, start, true)
    if (document.querySelector(`script[src="${entry}"]`)) return
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry
    document.head.append(script)
  }

  for (const gesture of gestures) {
    addEventListener(gesture, start, { capture: true, passive: true })
  }
  function afterPaint() {
    requestAnimationFrame(() => setTimeout(start))
    setTimeout(start, 2000)
  }
  if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
})()
