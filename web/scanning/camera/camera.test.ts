import { expect, test } from 'vitest'
import { cameraTrouble } from './camera.ts'

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
])('%s means that the camera is %s', (name, trouble) => {
  expect(cameraTrouble(new DOMException('', name))).toBe(trouble)
})

test('a browser without a camera API is unsupported', () => {
  expect(cameraTrouble(new TypeError('undefined is not an object'))).toBe('unsupported')
})
