import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

function findOnPath(names) {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return directories.flatMap(directory => names.map(name => join(directory, name))).find(path => existsSync(path))
}

/** The path of a browser for the tests, or undefined. */
export const findChromium = () => findOnPath(NAMES)

/** The same engine without a browser UI: starts sooner and takes half the processor time. Its fake camera plays no clip. */
const LIGHT_NAME = 'chromium-headless-shell'

/** Ensures that the browsers for the tests are installed: as root, installs Debian's. Only the first one is required. */
export async function ensureChromium() {
  const canInstall = process.getuid?.() === 0
  const missing = [...(findChromium() ? [] : ['chromium']), ...(findOnPath([LIGHT_NAME]) ? [] : [LIGHT_NAME])]
  const output = canInstall && missing.length > 0 ? await installFromDebian(missing) : ''
  if (findChromium()) return { isOk: true, output: '' }
  return {
    isOk: false,
    output: canInstall
      ? `${output}\nThe browser tests need Chromium, and apt-get could not install it.`
      : 'The browser tests need Chromium: apt-get install chromium',
  }
}

async function installFromDebian(names) {
  console.log(`Installing ${names.join(' and ')} from the system’s packages …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const runs = [await runProgram('apt-get', ['update'], { env })]
  // One by one: when the light browser is not available, the other one is still installed.
  for (const name of names) {
    runs.push(await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env }))
  }
  return runs.map(({ output }) => output).join('')
}
