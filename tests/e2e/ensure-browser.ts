import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser'

/** Finds a browser for the tests, else installs one, else says what to do. */
function run(command: string, args: string[]): boolean {
  console.log(`> ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

function installByApt(): boolean {
  const isRoot = process.getuid?.() === 0
  return (
    isRoot &&
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', 'chromium-headless-shell'])
  )
}

if (!findBrowser()) {
  console.log('No Chromium found; installing one for the browser tests.')
  const installed = run('npx', ['playwright', 'install', 'chromium']) || installByApt()
  if (!installed || !findBrowser()) {
    console.error(
      'The browser tests need Chromium, and it could not be installed. Install Chromium or Chrome by ' +
        'hand, or name one: CHROMIUM_PATH=/path/to/chromium npm test',
    )
    process.exit(1)
  }
}
console.log(`Browser: ${findBrowser()}`)
