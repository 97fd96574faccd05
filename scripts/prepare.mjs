import { installDependencies } from './install.mjs'
import { NotReadyError } from './repo-root.mjs'
import { checkInstallScripts, checkLauncher, findRuntime } from './runtime.mjs'

/** Prepares a fresh clone so that it can run everything. Returns the path of the Node to run it on. */
export async function prepare() {
  checkLauncher()
  await installDependencies()
  checkInstallScripts()
  return findRuntime()
}

/** Runs a command's body; reports what the machine lacks in a sentence, without a stack trace. */
export async function runCommand(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof NotReadyError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
