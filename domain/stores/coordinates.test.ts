import { describe, expect, test } from 'vitest'
import { degreesText, readCoordinates, readDegrees } from './coordinates.ts'

const HELSINKI = { latitude: 60.1699, longitude: 24.9384 }

describe('a position', () => {
  test.each([
    '60.1699, 24.9384',
    '60.1699,24.9384',
    '60,1699 24,9384',
    '60,1699, 24,9384',
    '60,1699,24,9384',
    ' 60.1699 ; 24.9384 ',
    '(60.1699, 24.9384)',
    '60.1699° N, 24.9384° E',
    '24.9384E 60.1699N',
  ])('is read from “%s”', text => {
    expect(readCoordinates(text)).toEqual(HELSINKI)
  })

  test('is read with a southern latitude and a western longitude', () => {
    expect(readCoordinates('-33.86, −151.2')).toEqual({ latitude: -33.86, longitude: -151.2 })
    expect(readCoordinates('33.86 S, 151.2 W')).toEqual({ latitude: -33.86, longitude: -151.2 })
  })

  test.each(['', '60', '60,1699', '60.1, 24.9, 3', '91, 24', '60, 181', 'Kylätie 1, 2', '60N 24N', '60.1699 x 24.9'])(
    'is not read from “%s”',
    text => {
      expect(readCoordinates(text)).toBeUndefined()
    },
  )
})

test('degrees are read with a comma, a point, a sign and a degree sign, and nothing else', () => {
  expect(['60,17', '60.17', ' -60.17 ', '60.17°'].map(readDegrees)).toEqual([60.17, 60.17, -60.17, 60.17])
  expect(['', '6e1', '60,1,2', 'x', '1234'].map(readDegrees)).toEqual(Array.from({ length: 5 }))
})

test('degrees are shown to a tenth of a metre', () => {
  expect(degreesText(60.169_912_345_6)).toBe('60.169912')
  expect(degreesText(23)).toBe('23')
})
