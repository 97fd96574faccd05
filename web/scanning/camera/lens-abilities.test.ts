import { expect, test } from 'vitest'
import { getAbilities, getGrade, NO_ABILITIES, settingsFor } from './lenses.ts'

const abilities = (capabilities: object) => getAbilities({ getCapabilities: () => capabilities })

test('a lens’s abilities and grade are read from its track’s capabilities', () => {
  const good = abilities({ torch: true, focusMode: ['manual', 'continuous'], zoom: { min: 1, max: 8 } })
  expect(good).toEqual({ hasFocus: true, hasTorch: true, maxZoom: 8 })
  expect(getGrade(good)).toBe(2)
  expect(getGrade(abilities({ focusMode: ['continuous'] }))).toBe(1)
  expect(abilities({ torch: false, focusMode: ['manual'], zoom: { min: 1, max: 1.5 } })).toEqual(NO_ABILITIES)
  expect(getGrade(NO_ABILITIES)).toBe(0)
})

test('a browser that reports no capabilities has a lens without abilities', () => {
  // Like old Firefox, which lacks the function.
  expect(getAbilities({} as Pick<MediaStreamTrack, 'getCapabilities'>)).toEqual(NO_ABILITIES)
})

test('a track is asked to apply exactly the settings it supports, in one call', () => {
  const all = { hasFocus: true, hasTorch: true, maxZoom: 8 }
  expect(settingsFor(all, { isTorchOn: true, zoom: 2 })).toEqual({
    advanced: [{ focusMode: 'continuous' }, { torch: true }, { zoom: 2 }],
  })
  expect(settingsFor({ ...all, hasTorch: false, maxZoom: 1 }, { isTorchOn: true, zoom: 2 })).toEqual({
    advanced: [{ focusMode: 'continuous' }],
  })
  expect(settingsFor(NO_ABILITIES, { isTorchOn: true, zoom: 2 })).toEqual({ advanced: [] })
})
