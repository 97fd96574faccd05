import { launchOptions } from './browser-options.ts'
import { lookAt } from './look-at-screens.ts'
import { ADMIN_SCREENS, SCREENS } from './screen-list.ts'
import { test } from './test.ts'

test.use({ shopOf: 'screens', launchOptions: launchOptions() })

test.describe.configure({ mode: 'parallel' })

lookAt([...SCREENS, ...ADMIN_SCREENS].filter(({ hasCamera }) => hasCamera))
