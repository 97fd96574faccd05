// npm run build: builds the web app on the installed Node.
import { runCommand } from './prepare.mjs'
import { NotReadyError } from './repo-root.mjs'
import { checkInstallScripts, checkLauncher, findRuntime } from './runtime.mjs'
import { buildWeb } from './web-build.mjs'

await runCommand(async () => {
  checkLauncher()
  checkInstallScripts()
  const { isOk, output } = await buildWeb(findRuntime())
  if (!isOk) throw new NotReadyError(`${output.trim()}\nThe web app could not be built: see above.`)
})
