import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a browser for the tests, or undefined. */
export function findChromium() {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.flatMap(directory => NAMES.map(name => join(directory, name))).find(path => existsSync(path))
}

/** Sees that there is a browser for the tests: root installs Debian's. */
export async function ensureChromium() {
  if (findChromium()) return { isOk: true, output: '' }
  if (process.getuid?.() !== 0)
    return { isOk: false, output: 'The browser tests need Chromium: apt-get install chromium' }
  console.log('Installing Chromium from the system’s packages …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await runProgram('apt-get', ['update'], { env })
  const install = name => runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  const installed = await install('chromium')
  // Looks at every screen go quicker with it, and without it they go too.
  await install('chromium-headless-shell')
  if (findChromium()) return { isOk: true, output: '' }
  return {
    isOk: false,
    output: `${updated.output}${installed.output}\nThe browser tests need Chromium, and apt-get could not install it.`,
  }
}
