import type { LensGrade } from './lenses.ts'

export type LensAbilities = {
  /** Whether it can focus continuously. */
  hasFocus: boolean
  hasTorch: boolean
  /** Whether it can zoom to 2×. */
  hasZoom: boolean
}

export type LensSettings = {
  isTorchOn: boolean
  zoom: 1 | 2
}

/** The capabilities that phones report beyond the common list. */
type PhoneCapabilities = MediaTrackCapabilities & {
  torch?: boolean
  focusMode?: string[]
  zoom?: { min: number; max: number }
}

export const NO_ABILITIES: LensAbilities = { hasFocus: false, hasTorch: false, hasZoom: false }
export const PLAIN_SETTINGS: LensSettings = { isTorchOn: false, zoom: 1 }

export function abilitiesOf(track: Pick<MediaStreamTrack, 'getCapabilities'>): LensAbilities {
  // Firefox lacked this for long, and a track may have ended meanwhile.
  const { torch, focusMode, zoom }: PhoneCapabilities = track.getCapabilities?.() ?? {}
  return {
    hasFocus: focusMode?.includes('continuous') === true,
    hasTorch: torch === true,
    hasZoom: zoom !== undefined && zoom.min <= 1 && zoom.max >= 2,
  }
}

export function gradeOf({ hasFocus, hasTorch }: LensAbilities): LensGrade {
  return hasFocus && hasTorch ? 2 : hasFocus || hasTorch ? 1 : 0
}

/** All constraints of a track at once: a new set replaces the previous one. */
export function settingsFor(abilities: LensAbilities, { isTorchOn, zoom }: LensSettings): MediaTrackConstraints {
  const wishes = {
    ...(abilities.hasFocus && { focusMode: 'continuous' }),
    ...(abilities.hasTorch && { torch: isTorchOn }),
    ...(abilities.hasZoom && { zoom }),
  }
  return { advanced: Object.entries(wishes).map(([name, value]) => ({ [name]: value })) }
}

/** Resolves to whether the track accepted them: a phone that is too hot or too busy may refuse its light. */
export async function applySettings(
  track: MediaStreamTrack,
  abilities: LensAbilities,
  settings: LensSettings,
): Promise<boolean> {
  const constraints = settingsFor(abilities, settings)
  if (constraints.advanced?.length === 0) return true
  try {
    await track.applyConstraints(constraints)
    return true
  } catch {
    return false
  }
}
