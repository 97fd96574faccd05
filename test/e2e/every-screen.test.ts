import { lookAt } from './look-at-screens.ts'
import { ADMIN_SCREENS, SCREENS } from './screen-list.ts'
import { test } from './test.ts'

test.describe.configure({ mode: 'parallel' })

lookAt([...SCREENS, ...ADMIN_SCREENS].filter(({ hasCamera }) => !hasCamera))
