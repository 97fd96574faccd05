import { expect, test } from 'vitest'
import { cameraProblem } from './camera.ts'

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])('%s means that the camera is %s', (name, problem) => {
  expect(cameraProblem(new DOMException('', name))).toBe(problem)
})

test('a browser without a camera API is unsupported', () => {
  expect(cameraProblem(new TypeError('undefined is not an object'))).toBe('unsupported')
})
