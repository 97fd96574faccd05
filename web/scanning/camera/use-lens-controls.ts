import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isCameraAllowed } from './camera.ts'
import {
  getAbilities,
  applySettings,
  betterLens,
  getGrade,
  type Lens,
  type LensAbilities,
  lensAfter,
  type LensGrade,
  type LensSettings,
  NO_ABILITIES,
  PLAIN_SETTINGS,
  rememberedLens,
  rememberLens,
  reportsAbilities,
} from './lenses.ts'

type LensControls = {
  /** Null while there is no picture. */
  stream: MediaStream | null
  /** Where the stream is shown: in a new element it starts without light and zoom, like a new stream. */
  video: HTMLVideoElement | null
  lenses: readonly Lens[]
  /** Opens another lens in place of this one. */
  onLens: (lensId: string) => void
}

/** Right after the start some phones report no abilities yet. */
const ABILITIES_AFTER_MS = 500

/** The abilities of a running stream's lens, known half a second after its first picture. */
function useAbilities(track: MediaStreamTrack | undefined, onKnown: (abilities: LensAbilities) => void) {
  const [lensAbilities, setKnown] = useState<{ track: MediaStreamTrack; abilities: LensAbilities }>()
  const reportAbilities = useEffectEvent(onKnown)
  useEffect(() => {
    if (!track) return undefined
    const timer = setTimeout(() => {
      const abilities = getAbilities(track)
      setKnown({ track, abilities })
      void applySettings(track, abilities, PLAIN_SETTINGS)
      reportAbilities(abilities)
    }, ABILITIES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [track])
  return lensAbilities?.track === track ? (lensAbilities?.abilities ?? NO_ABILITIES) : NO_ABILITIES
}

/** Replaces a poor lens by a better one, once per phone: the one found is remembered. Never where that would show a prompt. */
function useLensSearch({ lenses, onLens }: Pick<LensControls, 'lenses' | 'onLens'>) {
  const grades = useRef(new Map<string, LensGrade>())
  return async (lensId: string | undefined, abilities: LensAbilities) => {
    if (lensId === undefined || rememberedLens() !== null || lenses.length < 2 || !reportsAbilities()) return
    grades.current.set(lensId, getGrade(abilities))
    const better = betterLens(lenses, grades.current, lensId)
    if (better === undefined) return rememberLens(lensId)
    if (await isCameraAllowed()) onLens(better)
  }
}

/** Light, zoom and choice of the lens, as far as the phone has them. */
export function useLensControls({ stream, video, lenses, onLens }: LensControls) {
  const [settings, setSettings] = useState<{
    track: MediaStreamTrack
    video: HTMLVideoElement | null
    value: LensSettings
  }>()
  const [track] = stream?.getVideoTracks() ?? []
  const lensId = track?.getSettings().deviceId
  const search = useLensSearch({ lenses, onLens })
  const abilities = useAbilities(track, lensAbilities => void search(lensId, lensAbilities))
  const isPresent = settings?.track === track && settings?.video === video
  const present = isPresent ? (settings?.value ?? PLAIN_SETTINGS) : PLAIN_SETTINGS
  const change = async (changes: Partial<LensSettings>) => {
    const value = { ...present, ...changes }
    if (track && (await applySettings(track, abilities, value))) setSettings({ track, video, value })
  }
  const next = track ? lensAfter(lenses, lensId) : undefined
  return {
    /** Null without a light. */
    torch: abilities.hasTorch
      ? { isOn: present.isTorchOn, toggle: () => void change({ isTorchOn: !present.isTorchOn }) }
      : null,
    /** Null without a 2× zoom. */
    zoom:
      abilities.maxZoom > 1
        ? {
            factor: present.zoom,
            /** Sets the factor, as near as the lens can. */
            zoomTo: (factor: number) => void change({ zoom: Math.min(Math.max(factor, 1), abilities.maxZoom) }),
          }
        : null,
    /** Null with a single lens. */
    switchLens: next
      ? () => {
          rememberLens(next.id)
          onLens(next.id)
        }
      : null,
  }
}
