import { ensureWebBuild } from '../../scripts/web-build.mjs'
import { drawCameraClip } from './camera-goods.ts'

// Before the first test. The server serves what is built: sources that changed since are built again.
const prepare = () => Promise.all([ensureWebBuild(process.execPath), drawCameraClip()])

// oxlint-disable-next-line no-default-export -- Playwright runs this one
export { prepare as default }
