import type { LensGrade } from './lenses.ts'

export interface LensAbilities {
  /** It can keep itself sharp. */
  hasFocus: boolean
  hasTorch: boolean
  /** It can show things twice as large. */
  hasZoom: boolean
}

export interface LensSettings {
  isTorchOn: boolean
  zoom: 1 | 2
}

/** What phones tell beyond the common list of capabilities. */
type PhoneCapabilities = MediaTrackCapabilities & {
  torch?: boolean
  focusMode?: string[]
  zoom?: { min: number; max: number }
}

export const NO_ABILITIES: LensAbilities = { hasFocus: false, hasTorch: false, hasZoom: false }
export const PLAIN_SETTINGS: LensSettings = { isTorchOn: false, zoom: 1 }

export function abilitiesOf(track: Pick<MediaStreamTrack, 'getCapabilities'>): LensAbilities {
  // Firefox had none of this for long, and a track may have ended meanwhile.
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

/** Everything a track is asked for, at once: a new set of constraints takes the place of the one before. */
export function settingsFor(abilities: LensAbilities, { isTorchOn, zoom }: LensSettings): MediaTrackConstraints {
  const wishes = {
    ...(abilities.hasFocus && { focusMode: 'continuous' }),
    ...(abilities.hasTorch && { torch: isTorchOn }),
    ...(abilities.hasZoom && { zoom }),
  }
  return { advanced: Object.entries(wishes).map(([name, value]) => ({ [name]: value })) }
}

/** Resolves to whether the track took it: a phone too hot or too busy may refuse its light. */
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
