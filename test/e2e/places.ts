import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../..')

/** The clip that the browser's camera plays in a loop; drawn before the first test. */
export const CAMERA_CLIP = join(REPOSITORY, 'dist/e2e/camera.y4m')
export const RESULTS_DIR = join(REPOSITORY, 'dist/e2e/results')
/** The output of npm run screens: every look of every screen. */
export const SCREENS_DIR = join(REPOSITORY, 'dist/screens')
/** The README's pictures and a contact sheet of each area, which are committed. */
export const DOCS_SCREENS_DIR = join(REPOSITORY, 'docs/screens')
export const SERVER_PROGRAM = join(REPOSITORY, 'server/main.ts')
