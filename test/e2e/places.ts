import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../..')

/** What the browser's camera sees, over and over; drawn before the first test. */
export const CAMERA_CLIP = join(REPOSITORY, 'dist/e2e/camera.y4m')
export const RESULTS_DIR = join(REPOSITORY, 'dist/e2e/results')
/** What npm run screens paints: every look of every screen. */
export const SCREENS_DIR = join(REPOSITORY, 'dist/screens')
/** The README's pictures and a contact sheet of each area, which the repository keeps. */
export const DOCS_SCREENS_DIR = join(REPOSITORY, 'docs/screens')
export const SERVER_PROGRAM = join(REPOSITORY, 'server/main.ts')
