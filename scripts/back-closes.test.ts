import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../web')
const OVERLAY = /@mui\/material\/(?:Dialog|Drawer|Menu|Modal|Popover|SwipeableDrawer)'|\/modal\.tsx'/

test('every file that opens an overlay closes it on Back', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))
  const over = files.filter(file => OVERLAY.test(readFileSync(join(WEB, file), 'utf8')))
  expect(over).toContain('kit/ui/dialog.tsx')
  const deaf = over.filter(file => !readFileSync(join(WEB, file), 'utf8').includes('useBackCloses('))
  expect(deaf).toEqual([])
})
