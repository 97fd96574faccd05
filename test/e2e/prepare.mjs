import { ensureWebBuild } from '../../scripts/web-build.mjs'
import { drawCameraClip } from './camera-goods.ts'
import { RunningShop } from './running-shop.ts'

// Before the first test. The server serves what is built: sources that changed since are built again.
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
