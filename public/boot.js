// Deferred hydration: loads the app's entry after the first paint, or at the first interaction.
;(() => {
  const { entry } = document.currentScript.dataset
  const interactions = ['pointerdown', 'touchstart', 'keydown']

  function start() {
    for (const interaction of interactions) removeEventListener(interaction, start, true)
    if (document.querySelector(`script[src="${entry}"]`)) return
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry
    document.head.append(script)
  }

  for (const interaction of interactions) {
    addEventListener(interaction, start, { capture: true, passive: true })
  }
  function afterPaint() {
    requestAnimationFrame(() => setTimeout(start))
    setTimeout(start, 2000)
  }
  // The link of an e-mail: its token is to leave the address at once.
  if (location.hash.includes('=')) start()
  else if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
})()
