import { ensureWebBuild } from '../../scripts/web-build.mjs'
import { drawCameraClip } from './camera-goods.ts'
import { RunningShop } from './running-shop.ts'

// Runs before the first test. The server serves the build: changed sources are built again.
async function prepare() {
  const [removeData] = await Promise.all([
    RunningShop.prepareData(),
    ensureWebBuild(process.execPath),
    drawCameraClip(),
  ])
  return removeData
}

// oxlint-disable-next-line no-default-export -- Playwright runs this one
export { prepare as default }
