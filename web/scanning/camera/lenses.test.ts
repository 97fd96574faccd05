import { describe, expect, test } from 'vitest'
import { backLenses, betterLens, lensAfter, type LensGrade } from './lenses.ts'

const camera = (deviceId: string, label: string) => ({ kind: 'videoinput' as const, deviceId, label })
const MAIN = camera('main', 'camera2 0, facing back')
const WIDE = camera('wide', 'camera2 2, facing back')
const SELFIE = camera('selfie', 'camera2 1, facing front')
const names = (devices: Parameters<typeof backLenses>[0]) => backLenses(devices).map(({ id }) => id)

describe('the list of lenses', () => {
  test('contains those on the back', () => {
    const microphone = { kind: 'audioinput' as const, deviceId: 'mic', label: 'back microphone' }
    expect(names([SELFIE, MAIN, WIDE, microphone])).toEqual(['main', 'wide'])
    expect(names([camera('a', 'Takakamera'), camera('b', 'Etukamera')])).toEqual(['a'])
  })

  test('contains all but the front one if no name identifies the back', () => {
    expect(names([camera('a', 'FaceTime HD Camera'), camera('b', 'USB Camera')])).toEqual(['b'])
  })

  test('is empty before the camera is allowed', () => {
    expect(names([camera('', '')])).toEqual([])
  })

  test('is switched through in turn, and a single lens isn’t switched', () => {
    const lenses = backLenses([MAIN, WIDE])
    expect(lensAfter(lenses, 'main')?.id).toBe('wide')
    expect(lensAfter(lenses, 'wide')?.id).toBe('main')
    expect(lensAfter(backLenses([MAIN]), 'main')).toBeUndefined()
    expect(lensAfter([], undefined)).toBeUndefined()
  })
})

describe('the search for a lens with focus and torch', () => {
  const lenses = backLenses([MAIN, WIDE])
  const after = (grades: Record<string, LensGrade>, current: string) =>
    betterLens(lenses, new Map(Object.entries(grades)), current)

  test('ends at a good one', () => {
    expect(after({ main: 2 }, 'main')).toBeUndefined()
  })

  test('tries the other lenses after a poor one', () => {
    expect(after({ wide: 0 }, 'wide')).toBe('main')
  })

  test('returns to the best lens if none is good, and stays there', () => {
    expect(after({ main: 1, wide: 0 }, 'wide')).toBe('main')
    expect(after({ main: 1, wide: 0 }, 'main')).toBeUndefined()
    expect(after({ main: 0, wide: 0 }, 'wide')).toBe('main')
    expect(after({ wide: 0, main: 0 }, 'wide')).toBeUndefined()
  })
})
