import { inspectScreens } from './inspect-screens.ts'
import { ADMIN_SCREENS, SCREENS } from './screen-list.ts'
import { test } from './test.ts'

test.describe.configure({ mode: 'parallel' })

inspectScreens([...SCREENS, ...ADMIN_SCREENS].filter(({ hasCamera }) => !hasCamera))
