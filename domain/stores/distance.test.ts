import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceMetres } from './coordinates.ts'

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const HALF_WAY_ROUND_METRES = 20_015_114

describe('distance', () => {
  it('is a quarter of the circumference from the equator to a pole, and half to the other side', () => {
    expect(distanceMetres({ latitude: 0, longitude: 25 }, { latitude: 90, longitude: 0 })).toBe(10_007_557)
    expect(distanceMetres({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBe(HALF_WAY_ROUND_METRES)
  })

  it('is 111 km per degree of latitude, and half as much per degree of longitude at 60° north', () => {
    expect(distanceMetres({ latitude: 60, longitude: 25 }, { latitude: 61, longitude: 25 })).toBe(111_195)
    const along = distanceMetres({ latitude: 60, longitude: 25 }, { latitude: 60, longitude: 26 })
    expect(along).toBeGreaterThan(55_590)
    expect(along).toBeLessThan(55_600)
  })

  it('crosses the date line the short way', () => {
    expect(distanceMetres({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBe(111_195)
  })

  it('is whole, the same both ways, zero to itself, and never more than half way round', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const metres = distanceMetres(a, b)
        expect(Number.isInteger(metres) && metres >= 0 && metres <= HALF_WAY_ROUND_METRES).toBe(true)
        expect(distanceMetres(b, a)).toBe(metres)
        expect(distanceMetres(a, a)).toBe(0)
      }),
    )
  })
})
